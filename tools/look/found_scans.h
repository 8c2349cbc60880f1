#pragma once

#include <string>
#include <vector>

#include "data/scan_history.h"
#include "data/table.h"
#include "tools/data_options.h"

namespace dsne::tools::looking {

/// The scans of one kind, as they were found.
struct FoundScans {
  std::string kind;     ///< "T1w"; "" where nothing says
  std::string name;     ///< of their file, for people
  std::string version;  ///< of MRIQC; "" where nobody says
  data::Table table;
  data::ScanHistory history;
  fs::path folder;  ///< where their reports may lie
};

/// What a person gave: the scans of each kind, and the folder that their results go to by default.
struct Found {
  std::vector<FoundScans> kinds;
  fs::path folder;
};

/// Finds the scans in MRIQC's output folder, beside its group table, or in another table.
/// @throws InputError when there are none, or two runs of MRIQC are mixed
Found find_scans(const fs::path& path, const SummarySettings& settings);

}  // namespace dsne::tools::looking
