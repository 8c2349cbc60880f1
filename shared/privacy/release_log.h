#pragma once

#include "core/files.h"
#include "core/json.h"

namespace dsne::privacy {

/// Appends one JSON line per field of a message to a site's release log, before it is sent: the
/// run, the message's phase and round, the field's name (`what`), its `shape` and, for numbers, its
/// Euclidean `norm`. A masked term has `masked`, true, instead of a norm. A message that is
/// repeated at once is not logged again.
/// @param run the run's name
/// @param message the message that leaves the site
/// @throws StorageError when the log cannot be written; the message must not be sent then
void log_release(const fs::path& log, const std::string& run, const Json& message);

}  // namespace dsne::privacy
