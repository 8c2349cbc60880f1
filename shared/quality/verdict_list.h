#pragma once

#include <string>

#include "quality/own_records.h"
#include "quality/own_scores.h"
#include "quality/verdict_model.h"

namespace dsne::quality {

/// A subject is listed if its position along the model is this many lower half-widths above the
/// site's median.
inline constexpr double verdict_threshold = 2.5;

/// No list is made if raters elsewhere excluded a smaller share of such scans.
inline constexpr double least_share_excluded = 0.5;

/// Adds a list of what raters elsewhere would exclude to a site's scores, with a share for each
/// subject. The lists of odd and unfit subjects do not change. Reasons are the measures that
/// contribute most, with their deviations from the site's median.
/// @param scores own_scores of the same records; unchanged with fewer than least_compared compared
///   records
/// @param model  never learned from this site's verdicts; with the records' measures
void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model);

}  // namespace dsne::quality
