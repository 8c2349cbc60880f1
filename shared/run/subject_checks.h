#pragma once

#include "data/table.h"
#include "run/site_inputs.h"
#include "run/site_table.h"

namespace dsne::run {

/// Whether what leaves the site must not depend on its subjects beyond a guarantee, so that no
/// later step may fail by their cells, and no name of a measure may depend on them.
bool tells_nothing(const SiteInputs& inputs);

/// With a delta of 1/n a mechanism may show one of n subjects outright.
/// @throws InputError when the run spends a budget and its dp_delta is 1/n or more
void check_delta(Eigen::Index subjects, const methods::Parameters& parameters);

/// Finds a table's faults over all columns that could count: which ones do, the coordinator says.
/// @throws InputError naming the first cell that is text or, where that is an error, missing
void check_cells(const data::Table& subjects, const SiteInputs& inputs);

/// Checks a site's subjects as far as the site does when it registers. Where no later answer may
/// depend on single cells (a budget is spent, or nothing of the subjects is shared), all columns
/// that could count are checked; else the run's features are, once they are known.
/// @throws InputError naming the first cell that is text or, where that is an error, missing; or
///   when there are too many subjects for the parameters' dp_delta
void check_subjects(const data::Table& subjects, const SiteInputs& inputs);

/// What a site tells of its table when it registers.
/// @throws InputError when there is no measure that it can give, or as describe_table does
SiteTable told_table(const data::Table& subjects, const SiteInputs& inputs);

}  // namespace dsne::run
