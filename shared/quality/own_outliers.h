#pragma once

#include "core/matrix.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"
#include "quality/verdict_model.h"

namespace dsne::quality {

/// Adds a list of what raters elsewhere would exclude to a site's scores, with a share for each
/// subject. A subject is listed if its position along the model is 2.5 lower half-widths above the
/// site's median; nobody is if raters elsewhere excluded less than half of such scans. The lists of
/// odd and unfit subjects do not change. Reasons are the measures that contribute most, with their
/// deviations from the site's median.
/// @param scores own_scores of the same records; unchanged with fewer than least_compared compared
///   records
/// @param model  never learned from this site's verdicts; with the records' measures
void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model);

/// Merges the lists. Flagged are subjects that are odd or unfit; the score is the share of the
/// site's subjects whose larger score of these two is lower. Subjects that are only on the list of
/// what raters elsewhere would exclude are to check.
/// @param values of the subjects, in the measures' units
OutlierScores outliers_of(const OwnScores& own, const Matrix& values);

}  // namespace dsne::quality
