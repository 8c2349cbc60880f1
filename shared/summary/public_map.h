#pragma once

#include <string_view>

#include "summary/common_map.h"

namespace dsne::summary {

/// The text of the map of public T1-weighted scans that comes with the program, as map_text writes
/// it: groups of ABIDE's and ds030's scans with raters' verdicts (scripts/public_map, NOTICE).
extern const std::string_view public_map_text;

/// Returns the map of public_map_text.
CommonMap public_map();

}  // namespace dsne::summary
