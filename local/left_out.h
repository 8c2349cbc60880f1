#pragma once

#include <string>
#include <vector>

#include "core/faults.h"
#include "local/site_run.h"

namespace dsne::local {

// A site whose files have faults. COINSTAC also calls it in every round of a run without it; its
// answers then say only that it is left out.

/// Returns the faults for all sites: one line each, of limited length.
std::vector<std::string> told_faults(const Faults& faults);

/// Returns the cache of a site that has reported its faults.
Json left_out_cache(const SiteRun& run);

/// Returns whether left_out_cache made a step's cache.
bool is_left_out(const Json& cache);

/// Answers any message of the coordinator. The first time, writes the page that says why the site
/// is left out.
/// @throws MessageError when the message is of an unexpected round, or the run should have ended
///   because of this site's faults
StepResult answer_left_out(const Step& step);

}  // namespace dsne::local
