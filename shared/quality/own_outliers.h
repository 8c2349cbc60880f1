#pragma once

#include "core/matrix.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"

namespace dsne::quality {

/// The two lists in one: flagged is who is on either, and a score is the share of the site's
/// subjects whose larger score is lower.
/// @param values of the subjects, in the measures' units
OutlierScores outliers_of(const OwnScores& own, const Matrix& values);

}  // namespace dsne::quality
