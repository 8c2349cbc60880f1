#pragma once

#include "core/matrix.h"
#include "data/normalization.h"
#include "data/pca.h"

namespace dsne::quality {

/// The space in which subjects are compared by their measures.
///
/// A measure that is positive throughout the reference is taken as its logarithm, so that a wrong
/// unit is a shift; any other by asinh(x / m), with m the reference's median size, which is linear
/// near 0 and a signed logarithm far from it. Every measure is centred and scaled robustly, and
/// limited to ±6 of its units.
///
/// A squared distance is dᵀ(2I + C⁻¹)d, with C the measures' covariance: the first half is large
/// for who is extreme, the second for whose values do not fit each other. What either is worth:
/// docs/outliers.md. Coordinates are principal components, at most 50 and half as many as there are
/// points, each stretched by √(2 + 1/variance). The length of what they leave over is one more.
class ComparisonSpace {
 public:
  /// @param reference decides how each measure is taken
  /// @param points what scales and components are learnt from; at least two rows
  /// Both with as many columns, at least one; finite.
  ComparisonSpace(const Matrix& reference, const Matrix& points);

  /// Points (points × features) in this space; finite whatever their values are.
  Matrix coordinates(const Matrix& points) const;

  /// Points by their logarithms and signed logarithms.
  Matrix as_compared(Matrix points) const;

  /// Points as logarithms, scaled, limited and centred, before components are taken.
  Matrix standardized(const Matrix& points) const;

  /// How far each measure of a standardized point x is from what its other measures make expected,
  /// in standard deviations of such departures: (Px)_f / √P_ff, where P is the inverse covariance.
  /// That is the residual of the regression of f on all others.
  RowVector departures(const RowVector& x) const;

  /// A standardized point with the measure `feature` set to what its others make expected.
  RowVector corrected(RowVector x, Eigen::Index feature) const;

 private:
  RowVector precision_times(const RowVector& x) const;
  bool leaves_rest() const { return pca_.components.cols() < pca_.components.rows(); }

  /// Smaller values count as this before the logarithm; 0 where none is taken.
  RowVector least_;
  RowVector typical_;  ///< the reference's median size of each measure
  data::Scaling scaling_;
  data::Pca pca_;
  RowVector deviations_;       ///< along each component
  double rest_deviation_ = 0;  ///< along a direction that the components leave over
  RowVector precision_;        ///< P's diagonal
};

}  // namespace dsne::quality
