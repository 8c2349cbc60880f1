#pragma once

#include <string>
#include <vector>

namespace dsne::data {

// MRIQC's versions compute measures in ways of their own. How far apart they are on the same scans
// is in bench/outliers/results-public-map.md.

/// A version of MRIQC from which on measures are computed in another way.
struct MriqcChange {
  std::string version;   ///< "23.1.0"
  std::string measures;  ///< which, in words
};

/// Returns the changes between two versions, whichever is earlier, the earliest change first.
/// @return none where a version is not understood
std::vector<MriqcChange> mriqc_changes(const std::string& one, const std::string& other);

}  // namespace dsne::data
