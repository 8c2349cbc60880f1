#pragma once

#include "core/matrix.h"
#include "data/normalization.h"
#include "data/pca.h"

namespace dsne::quality {

/// The space in which subjects are compared by their measures.
///
/// A measure that is positive throughout the reference is compared by its logarithm, so that a
/// wrong unit becomes a shift. Any other is compared by asinh(x / m), where m is the reference's
/// median size: linear near 0, a signed logarithm far from it. Every measure is then centred and
/// scaled robustly, and limited to ±6 units.
///
/// A squared distance is dᵀ(2I + C⁻¹)d, where C is the measures' covariance. The first term grows
/// with extreme values, the second with values that do not fit each other; docs/outliers.md
/// compares them. Coordinates are at most 50 principal components, and at most half as many as
/// there are points, each stretched by √(2 + 1/variance). One more coordinate is the length of the
/// residual.
class ComparisonSpace {
 public:
  /// @param reference decides how each measure is compared
  /// @param points teach the scales and components; at least two rows
  /// Both have the same columns, at least one, and finite values.
  ComparisonSpace(const Matrix& reference, const Matrix& points);

  /// Returns points (points × features) in this space; finite for any values.
  Matrix coordinates(const Matrix& points) const;

  /// Returns points by their logarithms and signed logarithms.
  Matrix as_compared(Matrix points) const;

  /// Returns points as logarithms, scaled, limited and centred, before the components.
  Matrix standardized(const Matrix& points) const;

  /// Computes how far each measure of a standardized point x is from its prediction by the other
  /// measures, in standard deviations of such residuals: (Px)_f / √P_ff, where P is the inverse
  /// covariance. The prediction is the regression of f on all others.
  RowVector departures(const RowVector& x) const;

  /// Returns a standardized point with the measure `feature` set to its prediction by the others.
  RowVector corrected(RowVector x, Eigen::Index feature) const;

 private:
  RowVector precision_times(const RowVector& x) const;
  bool leaves_rest() const { return pca_.components.cols() < pca_.components.rows(); }

  /// Smaller values count as this before the logarithm; 0 for measures without a logarithm.
  RowVector least_;
  RowVector typical_;  ///< the reference's median size of each measure
  data::Scaling scaling_;
  data::Pca pca_;
  RowVector deviations_;       ///< along each component
  double rest_deviation_ = 0;  ///< of the residual, per direction
  RowVector precision_;        ///< P's diagonal
};

}  // namespace dsne::quality
