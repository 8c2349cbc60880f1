#pragma once

#include "core/matrix.h"
#include "data/normalization.h"
#include "data/pca.h"

namespace dsne::quality {

/// The space in which subjects are compared by their measures.
///
/// A measure that is positive throughout the reference is taken as its logarithm, so that a wrong
/// unit is a shift. Every measure is centred and scaled robustly, and limited to ±10 of its units.
/// The principal components, at most 50 and half as many as there are points, are brought to unit
/// variance, so that a value which does not fit the subject's other values counts as much as one
/// which fits nobody's. The length of what they leave over is one more coordinate.
class ComparisonSpace {
 public:
  /// @param reference decides which measures are positive
  /// @param points what scales and components are learnt from; at least two rows
  /// Both with as many columns, at least one; finite.
  ComparisonSpace(const Matrix& reference, const Matrix& points);

  /// Points (points × features) in this space; finite whatever their values are.
  Matrix coordinates(const Matrix& points) const;

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
  data::Scaling scaling_;
  data::Pca pca_;
  RowVector deviations_;       ///< along each component
  double rest_deviation_ = 0;  ///< along a direction that the components leave over
  RowVector precision_;        ///< P's diagonal
};

}  // namespace dsne::quality
