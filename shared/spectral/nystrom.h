#pragma once

#include "core/matrix.h"

namespace dsne::spectral {

/// Nyström's approximation of a Gaussian kernel by landmarks (Williams & Seeger, "Using the Nyström
/// Method to Speed Up Kernel Machines", 2001).
///
/// C holds the affinities exp(−d²/w) of points to landmarks, W those between landmarks, and λ is a
/// ridge of 10⁻⁶. The affinities between points are C(W + λI)⁻¹Cᵀ = F·Fᵀ with the features F =
/// C·L⁻ᵀ, where L·Lᵀ = W + λI. No row of F is longer than 1.
class Nystrom {
 public:
  /// @param landmarks at least two
  /// @param kernel_width w divided by the median squared distance of landmarks to their seventh
  ///   nearest (or last, if there are fewer)
  /// @throws InputError when that median is 0
  Nystrom(Matrix landmarks, double kernel_width);

  Eigen::Index size() const { return landmarks_.rows(); }

  /// Computes F: points × landmarks. @pre points have the landmarks' columns
  Matrix features(const Matrix& points) const;

  /// Computes F's rows up to their lengths. Each row's affinities are divided by the largest, so
  /// that no row is 0, however far a point is from all landmarks.
  Matrix directions(const Matrix& points) const;

  /// Computes F of the landmarks themselves.
  Matrix landmark_features() const;

  /// Computes how many points each landmark stands for: the sum of points' affinities to it divided
  /// by the sum of landmarks' affinities to it.
  /// @param feature_sums the sum of all points' rows of F
  Vector weights(const Vector& feature_sums) const;

 private:
  Matrix exponents(const Matrix& points) const;
  Matrix solved(const Matrix& affinities) const;

  Matrix landmarks_;
  double width_ = 0;
  Matrix among_;   ///< W
  Matrix factor_;  ///< L
};

/// Computes the rows of D^(−1/2)·F, with D the points' degrees in F·Fᵀ. A row that stands for
/// several equal points is multiplied by the square root of their number. No row is longer than 1.
/// A degree is at least the equal points' affinity to each other, as it would be without
/// approximation.
/// @param sizes how many points each row stands for
/// @param feature_sums the sum of all points' rows of F
Matrix normalised(Matrix features, const Vector& sizes, const Vector& feature_sums);

}  // namespace dsne::spectral
