#pragma once

#include "core/matrix.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"

namespace dsne::quality {

/// Merges the lists. Flagged are subjects that are odd or unfit; the score is the share of the
/// site's subjects whose larger score of these two is lower. Subjects that are only on the list of
/// what raters elsewhere would exclude are to check.
/// @param values of the subjects, in the measures' units
OutlierScores outliers_of(const OwnScores& own, const Matrix& values);

}  // namespace dsne::quality
