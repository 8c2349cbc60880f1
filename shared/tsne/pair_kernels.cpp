#include "tsne/pair_kernels.h"

#include <algorithm>

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

/// The number of pairs summed in single precision before their sum is added in double.
constexpr std::ptrdiff_t block = 1024;
constexpr double furthest = 1e15;

DSNE_SIMD void add_block_2d(PointRepulsion& sum, const FloatPlace& place, const float* x,
                            const float* y, const float* weights, std::ptrdiff_t points) {
  float fx = 0;
  float fy = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const float dx = place[0] - x[j];
    const float dy = place[1] - y[j];
    const float w = 1 / (1 + dx * dx + dy * dy);
    const float counted = weights[j] * w;
    weight += counted;
    fx += counted * w * dx;
    fy += counted * w * dy;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.weight += double{weight};
}

DSNE_SIMD void add_block_3d(PointRepulsion& sum, const FloatPlace& place, const float* x,
                            const float* y, const float* u, const float* weights,
                            std::ptrdiff_t points) {
  float fx = 0;
  float fy = 0;
  float fu = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, fu, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const float dx = place[0] - x[j];
    const float dy = place[1] - y[j];
    const float du = place[2] - u[j];
    const float w = 1 / (1 + dx * dx + dy * dy + du * du);
    const float counted = weights[j] * w;
    weight += counted;
    fx += counted * w * dx;
    fy += counted * w * dy;
    fu += counted * w * du;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.force[2] += double{fu};
  sum.weight += double{weight};
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

Coordinates centred_coordinates(const Matrix& coordinates) {
  const RowVector mean = coordinates.colwise().mean();
  return (coordinates.rowwise() - mean)
      .cwiseMax(-furthest)
      .cwiseMin(furthest)
      .transpose()
      .cast<float>();
}

FloatPlace place_at(const Coordinates& coordinates, Eigen::Index column) {
  FloatPlace place{};
  for (Eigen::Index k = 0; k < coordinates.rows(); ++k) {
    place[static_cast<std::size_t>(k)] = coordinates(k, column);
  }
  return place;
}

void add_pairs(PointRepulsion& sum, const FloatPlace& place, const Coordinates& coordinates,
               const FloatWeights& weights, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const float* x = coordinates.data();
  const float* y = x + coordinates.cols();
  for (std::ptrdiff_t j = begin; j < end; j += block) {
    const std::ptrdiff_t points = std::min(block, end - j);
    const float* w = weights.data() + j;
    if (coordinates.rows() == 2) {
      add_block_2d(sum, place, x + j, y + j, w, points);
    } else {
      add_block_3d(sum, place, x + j, y + j, y + coordinates.cols() + j, w, points);
    }
  }
}

}  // namespace dsne::tsne
