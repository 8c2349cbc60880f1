#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page.h"
#include "summary/common_map.h"
#include "tools/look/found_scans.h"
#include "tools/scan_page.h"

namespace dsne::tools::looking {

/// Scans compared with a map or, where that is of others, with each other.
struct Looked {
  PlacedScans scans;
  std::optional<summary::CommonMap> map;  ///< nothing where there is no comparison
  std::vector<std::string> notes;         ///< on the comparison
};

/// Compares scans with a map, if they have half of its measures and are of its kind.
Looked look_at(const FoundScans& found, summary::CommonMap map);

/// Says, measure by measure, where the site's middle lies outside the map's groups.
report::PageTable outside_table(const Looked& looked);

}  // namespace dsne::tools::looking
