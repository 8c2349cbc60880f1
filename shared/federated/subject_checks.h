#pragma once

#include "data/table.h"
#include "federated/site_inputs.h"

namespace dsne::federated {

/// Checks a site's subjects as far as the site does when it registers. Where no later answer may
/// depend on single cells (a budget is spent, or nothing of the subjects is shared), all columns
/// that could count are checked; else the run's features are, once they are known.
/// @throws InputError naming the first cell that is text or, where that is an error, missing; or
///   when there are too many subjects for the parameters' dp_delta
void check_subjects(const data::Table& subjects, const SiteInputs& inputs);

}  // namespace dsne::federated
