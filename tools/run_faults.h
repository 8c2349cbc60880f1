#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// A fault that ended a run before its first round, with the sites that have it.
struct RunFault {
  std::vector<std::string> sites;  ///< empty for a fault of the run as a whole
  std::string text;
};

/// The faults that prevent a run, each once.
struct RunFaults {
  std::vector<RunFault> faults;
  std::vector<Failure> others;  ///< failures without a one-line message
};

/// Collects the faults that sites and coordinator reported at registration. The coordinator repeats
/// the sites' lines.
/// @param of_sites the sites' reports about their files: the site, and a line
/// @param failures the calls that failed
RunFaults faults_at_registration(const std::vector<std::pair<std::string, std::string>>& of_sites,
                                 const std::vector<Failure>& failures);

/// Returns a fault as a line: "local0, local2: …", or "all sites: …" if there are several and all
/// have it.
std::string line_of(const RunFault& fault, std::size_t sites);

}  // namespace dsne::tools
