#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// A fault that ended a run before its first round: which sites have it, and what it is.
struct RunFault {
  std::vector<std::string> sites;  ///< none: it is of the run as a whole
  std::string text;
};

/// What keeps a run from beginning, each fault once.
struct RunFaults {
  std::vector<RunFault> faults;
  std::vector<Failure> others;  ///< failures that did not say what is wrong in one line
};

/// Gathers what sites and coordinator said at registration. The coordinator repeats the sites'
/// lines.
/// @param of_sites  what the sites said of their files: the site, and a line
/// @param failures  the calls that failed
RunFaults faults_at_registration(const std::vector<std::pair<std::string, std::string>>& of_sites,
                                 const std::vector<Failure>& failures);

/// A fault as a line: "local0, local2: …", or "all sites: …" where there are several and all have
/// it.
std::string line_of(const RunFault& fault, std::size_t sites);

}  // namespace dsne::tools
