#pragma once

namespace dsne::umap {

/// How strongly two points of a map belong together at distance d: 1/(1 + a·d^(2b)).
struct Curve {
  double a = 1;
  double b = 1;
};

/// The curve nearest, by least squares at 300 distances up to 3·spread, to one that is 1 up to
/// min_dist and falls as exp(−(d − min_dist)/spread) from there on.
/// @pre 0 <= min_dist <= spread, spread > 0
Curve fitted_curve(double min_dist, double spread);

}  // namespace dsne::umap
