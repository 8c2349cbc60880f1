#pragma once

#include "core/files.h"
#include "core/json.h"

namespace dsne::privacy {

/// Appends to a site's release log, before a message is sent, one JSON line per field of it: the
/// run, the message's phase and round, the field's name (`what`), its `shape` and, for numbers, its
/// Euclidean `norm`; of a masked term of a sum `masked`, true, instead, for there is no other
/// number about it that leaves the site. A step that is repeated is logged again.
/// @param run the run's name
/// @param message what leaves the site
/// @throws StorageError when the log cannot be written; the message must not be sent then
void log_release(const fs::path& log, const std::string& run, const Json& message);

}  // namespace dsne::privacy
