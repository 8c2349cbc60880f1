#pragma once

#include "core/matrix.h"

namespace dsne::spectral {

/// Nyström's approximation of a Gaussian kernel by landmarks (Williams & Seeger, "Using the Nyström
/// Method to Speed Up Kernel Machines", 2001). With C the affinities exp(−d²/w) of points to the
/// landmarks, W those of the landmarks to each other and λ a ridge of 10⁻⁶, the affinities of
/// points to points are C(W + λI)⁻¹Cᵀ = F·Fᵀ for the features F = C·L⁻ᵀ, where L·Lᵀ = W + λI. No
/// row of F is longer than 1.
class Nystrom {
 public:
  /// @param landmarks at least two
  /// @param kernel_width w over the median squared distance of landmarks to their seventh nearest,
  ///   or the last where there are fewer
  /// @throws InputError when that is 0
  Nystrom(Matrix landmarks, double kernel_width);

  Eigen::Index size() const { return landmarks_.rows(); }

  /// F: points × landmarks. @pre points have the landmarks' columns
  Matrix features(const Matrix& points) const;

  /// The same but for each row's length: its affinities are over its largest, so that none is 0,
  /// however far a point is from all landmarks.
  Matrix directions(const Matrix& points) const;

  /// F of the landmarks themselves.
  Matrix landmark_features() const;

  /// For how many points each landmark stands: the affinities that points have to it over those
  /// that landmarks have.
  /// @param feature_sums of the rows of all points' F
  Vector weights(const Vector& feature_sums) const;

 private:
  Matrix exponents(const Matrix& points) const;
  Matrix solved(const Matrix& affinities) const;

  Matrix landmarks_;
  double width_ = 0;
  Matrix among_;   ///< W
  Matrix factor_;  ///< L
};

/// The rows of D^(−1/2)·F, D the points' degrees in F·Fᵀ, each times the root of its size: of equal
/// points, what their one row is for them all. None is longer than 1. A degree counts as at least
/// the equal points' affinity to each other, as it would without approximation.
/// @param sizes how many points each row is for
/// @param feature_sums of the rows of all points' F
Matrix normalised(Matrix features, const Vector& sizes, const Vector& feature_sums);

}  // namespace dsne::spectral
