#pragma once

#include <string>
#include <vector>

#include "quality/outlier_scores.h"

namespace dsne {

/// A site with raters' verdicts on its scans.
struct RatedSite {
  std::string name;
  Matrix subjects;
  std::vector<bool> by_any;   ///< excluded by a rater
  std::vector<bool> by_most;  ///< by more than half of the scan's raters
};

/// MRIQC's measures of T1-weighted scans.
struct RatedScans {
  quality::JudgedReference reference;  ///< ds030
  std::vector<RatedSite> sites;        ///< of ABIDE
};

/// Reads `ds030.tsv` and `abide-8-sites.tsv`.
/// @throws InputError when one is missing or malformed
RatedScans read_rated_scans(const std::string& folder);

}  // namespace dsne
