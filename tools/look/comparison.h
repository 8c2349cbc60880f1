#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page.h"
#include "summary/common_map.h"
#include "tools/frame.h"
#include "tools/known_scans.h"
#include "tools/look/found_scans.h"
#include "tools/scan_page.h"

namespace dsne::tools::looking {

/// Scans compared with a map or, where that is of others, with each other.
struct Looked {
  PlacedScans scans;
  std::optional<summary::CommonMap> map;  ///< nothing where there is no comparison
  std::vector<std::string> notes;         ///< on the comparison
  std::vector<std::string> judged;        ///< by which scans these are judged
  RowVector medians;                      ///< of each measure
};

/// Compares scans with a map, if they have half of its measures and are of its kind.
/// @param known  remembers by which scans they are judged, and where they lie
/// @param afresh whether these judge from now on, and are placed anew
Looked look_at(const FoundScans& found, const Frame& frame, KnownScans& known, bool afresh);

/// Returns the compared groups' means in the scans' measures, NaN in those that the map lacks.
/// @pre there is a map
Matrix compared_means(const Looked& looked);

/// Says, measure by measure, where the site's middle lies outside the map's groups.
report::PageTable outside_table(const Looked& looked);

}  // namespace dsne::tools::looking
