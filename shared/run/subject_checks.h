#pragma once

#include "data/table.h"
#include "run/site_inputs.h"
#include "run/site_table.h"

namespace dsne::run {

/// Returns whether nothing beyond a guarantee may depend on the site's subjects. Then no later step
/// may fail because of their cells, and no name of a measure may depend on them.
bool tells_nothing(const SiteInputs& inputs);

/// Checks δ against the number of subjects n: with δ of 1/n a mechanism may reveal one subject
/// outright.
/// @throws InputError when the run spends a budget and its dp_delta is 1/n or more
void check_delta(Eigen::Index subjects, const methods::Parameters& parameters);

/// Checks all columns that could be used, before the coordinator chooses among them.
/// @throws InputError naming the first cell that is text or, where that is an error, missing
void check_cells(const data::Table& subjects, const SiteInputs& inputs);

/// Checks a site's subjects at registration. If no later answer may depend on single cells (a
/// budget is spent, or nothing about the subjects is shared), checks all columns that could be used
/// now. Otherwise the run's features are checked once they are known.
/// @throws InputError naming the first cell that is text or, where that is an error, missing; or
///   when there are too many subjects for the parameters' dp_delta
void check_subjects(const data::Table& subjects, const SiteInputs& inputs);

/// Describes a site's table for its registration.
/// @throws InputError when it has no usable measure, or as describe_table does
SiteTable told_table(const data::Table& subjects, const SiteInputs& inputs);

}  // namespace dsne::run
