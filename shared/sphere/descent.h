#pragma once

#include <functional>

#include "core/matrix.h"

namespace dsne::sphere {

/// A function of points (rows) on a surface.
struct Objective {
  /// Returns the value and writes the gradient in the surrounding space.
  std::function<double(const Matrix& points, Matrix& gradient)> evaluate;
  /// Moves points near the surface onto it.
  std::function<void(Matrix& points)> retract;
  /// Removes from each row's vector the part that is not tangent to the surface.
  std::function<void(const Matrix& points, Matrix& vectors)> project;
};

struct DescentLimits {
  int evaluations = 300;    ///< of the function
  double tolerance = 1e-6;  ///< ends the descent when a step's relative decrease is smaller
};

/// Minimises a function on the surface by nonlinear conjugate gradients (Polak & Ribière, restarted
/// where they do not descend) with backtracking.
/// @return points whose value is at most the start's
Matrix descend(const Objective& objective, Matrix start, const DescentLimits& limits = {});

}  // namespace dsne::sphere
