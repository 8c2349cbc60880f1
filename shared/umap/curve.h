#pragma once

namespace dsne::umap {

/// The similarity φ of two points at distance d on the map: 1/(1 + a·d^(2b)).
struct Curve {
  double a = 1;
  double b = 1;
};

/// Fits the curve to a target that is 1 up to min_dist and then falls as exp(−(d −
/// min_dist)/spread), by least squares at 300 distances up to 3·spread.
/// @pre 0 <= min_dist <= spread, spread > 0
Curve fitted_curve(double min_dist, double spread);

}  // namespace dsne::umap
