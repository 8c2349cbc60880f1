#pragma once

#include <string>

#include "quality/own_records.h"
#include "quality/own_scores.h"
#include "quality/verdict_model.h"

namespace dsne::quality {

/// Listed is whose position along the model is so many lower half-widths above the site's median.
inline constexpr double verdict_threshold = 2.5;

/// No list is made where raters elsewhere excluded a smaller share of such scans.
inline constexpr double least_share_excluded = 0.5;

/// Adds to a site's scores what raters elsewhere would exclude: a share for each subject, and a
/// list. The lists of odd and unfit subjects, and their scores, stay as they are. A list's reasons
/// are the measures that speak most for it, with their deviations from the site's median.
/// @param scores own_scores of the same records; stays as it is with fewer than least_compared
///   records to compare with
/// @param model  never learned from this site's verdicts; with the records' measures
void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model);

}  // namespace dsne::quality
