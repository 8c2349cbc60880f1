#pragma once

#include "core/matrix.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"

namespace dsne::quality {

/// The lists in one: flagged is who is odd or unfit, and a score is the share of the site's
/// subjects whose larger score of these two is lower. Who is only on the list of what raters
/// elsewhere would exclude is also to check.
/// @param values of the subjects, in the measures' units
OutlierScores outliers_of(const OwnScores& own, const Matrix& values);

}  // namespace dsne::quality
