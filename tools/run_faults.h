#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// What sites report of their files: the site, and a line.
using SiteFaults = std::vector<std::pair<std::string, std::string>>;

/// The faults that ended a run before its first round.
struct RunFaults {
  /// Each fault once, with the sites that have it: "local0, local2: …", or "all sites: …" if there
  /// are several and all have it. A fault of the run as a whole names none.
  std::vector<std::string> lines;
  std::vector<Failure> others;  ///< failures without a one-line message
};

/// Collects the faults that sites and coordinator reported at registration. The coordinator repeats
/// the sites' lines.
/// @param failures the calls that failed
/// @param sites    how many there are
RunFaults faults_at_registration(const SiteFaults& of_sites, const std::vector<Failure>& failures,
                                 std::size_t sites);

}  // namespace dsne::tools
