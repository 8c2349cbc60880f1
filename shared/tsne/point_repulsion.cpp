#include "tsne/point_repulsion.h"

#include "core/simd.h"

namespace dsne::tsne {
namespace {

DSNE_SIMD PointRepulsion repulsion_2d(const double* place, const double* x, const double* y,
                                      const double* counts, std::ptrdiff_t points) {
  const double px = place[0];
  const double py = place[1];
  double fx = 0;
  double fy = 0;
  double weight = 0;
#pragma omp simd reduction(+ : fx, fy, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const double dx = px - x[j];
    const double dy = py - y[j];
    const double w = 1 / (1 + dx * dx + dy * dy);
    const double force = counts[j] * w * w;
    weight += counts[j] * w;
    fx += force * dx;
    fy += force * dy;
  }
  return {{fx, fy, 0}, weight};
}

DSNE_SIMD PointRepulsion repulsion_3d(const double* place, const double* x, const double* y,
                                      const double* u, const double* counts,
                                      std::ptrdiff_t points) {
  const double px = place[0];
  const double py = place[1];
  const double pu = place[2];
  double fx = 0;
  double fy = 0;
  double fu = 0;
  double weight = 0;
#pragma omp simd reduction(+ : fx, fy, fu, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const double dx = px - x[j];
    const double dy = py - y[j];
    const double du = pu - u[j];
    const double w = 1 / (1 + dx * dx + dy * dy + du * du);
    const double force = counts[j] * w * w;
    weight += counts[j] * w;
    fx += force * dx;
    fy += force * dy;
    fu += force * du;
  }
  return {{fx, fy, fu}, weight};
}

}  // namespace

PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights) {
  const double* x = coordinates.data();
  const std::ptrdiff_t points = coordinates.cols();
  return coordinates.rows() == 2
             ? repulsion_2d(place, x, x + points, weights.data(), points)
             : repulsion_3d(place, x, x + points, x + 2 * points, weights.data(), points);
}

}  // namespace dsne::tsne
