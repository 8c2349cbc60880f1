#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "data/known_ids.h"
#include "data/table.h"

namespace dsne::run {

/// Returns the ids that this site's reports have shown of tables of this kind: of the same kind of
/// scans or, where that is not known, with the same columns. Adds the table's, and remembers them
/// beside the site's runs. Called twice in a run, it returns the same.
/// @param folder where the site keeps what outlasts a run. Nothing depends on it: where it cannot
///   be read or written, the table's ids are all that is known
/// @param own  the run's own folder, in the same file system
/// @param site the site's name in reports
data::KnownIds known_subjects(const fs::path& folder, const fs::path& own, const std::string& site,
                              const data::Table& table, const std::string& day);

}  // namespace dsne::run
