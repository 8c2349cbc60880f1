#pragma once

#include <functional>

#include "core/matrix.h"

namespace dsne::sphere {

/// A function of points in rows that stay on a surface.
struct Objective {
  /// Its value, and its gradient in the space around the surface.
  std::function<double(const Matrix& points, Matrix& gradient)> evaluate;
  /// Takes points near the surface onto it.
  std::function<void(Matrix& points)> retract;
  /// Takes from each row's vector what does not lie in the surface.
  std::function<void(const Matrix& points, Matrix& vectors)> project;
};

struct DescentLimits {
  int evaluations = 300;    ///< of the function
  double tolerance = 1e-6;  ///< the decrease in a step, as a share of the value, that ends it
};

/// A point where the function is no larger than at the start and hardly falls any more: nonlinear
/// conjugate gradients on the surface (Polak and Ribière's, restarted where they do not descend),
/// each step by backtracking.
Matrix descend(const Objective& objective, Matrix start, const DescentLimits& limits = {});

}  // namespace dsne::sphere
