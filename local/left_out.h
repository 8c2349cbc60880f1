#pragma once

#include <string>
#include <vector>

#include "core/faults.h"
#include "local/site_run.h"

namespace dsne::local {

// A site whose files have faults. COINSTAC calls it in every round, also when the run goes on
// without it; it then says nothing but that.

/// The faults as they are told to all sites: one line each, and not too long.
std::vector<std::string> told_faults(const Faults& faults);

/// The cache of a site that has told its faults.
Json left_out_cache(const SiteRun& run);

/// Whether a step's cache is one that left_out_cache made.
bool is_left_out(const Json& cache);

/// Answers any message of the coordinator's; the first time writes the page that says why the site
/// is left out.
/// @throws MessageError when the message is of another round than the one expected, or the run was
///   to end with this site's faults
StepResult answer_left_out(const Step& step);

}  // namespace dsne::local
