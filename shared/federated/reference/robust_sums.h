#pragma once

#include "core/matrix.h"

namespace dsne::federated {

// Where features lie and how far they spread over all sites, from sums that a few bad subjects
// hardly move. Each site looks at the middle half of its values alone; medians and quartiles would
// be some subject's very values.

/// The middle half of a site's values of each feature, of those that are there (the others NaN): at
/// least three on either side are left out.
struct MiddleHalf {
  RowVector weight;     ///< how many values there are, the outer ones too; 0 when fewer than 12
  RowVector mean;       ///< of the middle half; 0 where the weight is
  RowVector deviation;  ///< a normal distribution's with the middle half's standard deviation
};

MiddleHalf middle_half(const Matrix& values);

/// A site's part of the means' sum: weight · mean.
RowVector mean_part(const MiddleHalf& own);

/// A site's part of the spread about a centre: weight · (deviation² + (mean − centre)²).
RowVector spread_part(const MiddleHalf& own, const RowVector& centre);

/// Sums divided by the weights' sum; 0 where no site has any.
RowVector weighted_mean(const RowVector& sums, const RowVector& weights);

/// 1 for each feature of which a value is there that has no logarithm, else 0.
RowVector without_logarithm(const Matrix& values);

}  // namespace dsne::federated
