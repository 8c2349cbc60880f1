#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/formats/scan_history.h"
#include "data/table.h"
#include "report/page.h"
#include "summary/common_map.h"
#include "tools/data_options.h"
#include "tools/look/known_scans.h"
#include "tools/look/scan_page.h"

namespace dsne::tools::looking {

/// The scans of one kind, as they were found.
struct FoundScans {
  std::string kind;     ///< "T1w"; "" where nothing says
  std::string group;    ///< "site PITT"; "" where the scans are not split
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

/// Finds scans and splits them by the words of a column, as sites or scanners.
/// @throws InputError as find_scans does, and when scans have no such column, or it has a word for
///   every second scan or more
Found find_groups(const fs::path& path, SummarySettings settings, const std::string& column);

/// Scans compared with a map or, where that is of others, with each other.
struct Looked {
  report::OwnOnMap scans;
  std::optional<summary::CommonMap> map;  ///< nothing where there is no comparison
  std::vector<std::string> notes;         ///< on the comparison
  std::vector<std::string> judged;        ///< by which scans these are judged
  RowVector medians;                      ///< of each measure
};

/// Compares scans with a map, if they have half of its measures and are of its kind.
/// @param known  remembers by which scans they are judged, and where they lie
/// @param afresh whether these judge from now on, and are placed anew
Looked look_at(const FoundScans& found, const NamedMap& frame, KnownScans& known, bool afresh);

/// Returns the compared groups' means in the scans' measures, NaN in those that the map lacks.
/// @pre there is a map
Matrix compared_means(const Looked& looked);

/// Says, measure by measure, where the site's middle lies outside the map's groups.
report::PageTable outside_table(const Looked& looked);

}  // namespace dsne::tools::looking
