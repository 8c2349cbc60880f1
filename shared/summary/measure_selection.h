#pragma once

#include <string>
#include <vector>

#include "data/table.h"
#include "privacy/random_source.h"
#include "summary/records.h"

namespace dsne::summary {

/// Reduces records to measures whose values identify no subject, and returns the others. Leaves out
/// measures where half of the subjects share a value or fewer than 2·least values differ, and
/// unknown names. In arrays, columns in which fewer than 2·least records differ from the median
/// become that. Of few subjects, half of them count for 2·least. The counts have noise, so that
/// which measures are left shows no single value.
/// @param listed the columns that the site's settings name; when empty, only measures of MRIQC, QAP
///   or FreeSurfer are known
/// @throws InputError when no measure is left, or a value of arrays is missing in every row
std::vector<data::LeftOut> choose_measures(Records& records, const std::vector<std::string>& listed,
                                           Eigen::Index least, privacy::RandomSource& source);

}  // namespace dsne::summary
