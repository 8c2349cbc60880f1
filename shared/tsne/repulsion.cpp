#include "tsne/repulsion.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tsne/point_repulsion.h"
#include "tsne/simd.h"

namespace dsne {
namespace {

// Below this number of points starting threads costs more than they save.
constexpr Eigen::Index least_points_for_threads = 2000;
/// As many pairs are summed in single precision before their sum is added in double.
constexpr std::ptrdiff_t block = 1024;
/// Points further out have no weight in single precision, and their squares would overflow.
constexpr double furthest = 1e15;

using Coordinates = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

DSNE_SIMD void add_block_2d(PointRepulsion& sum, std::array<float, 3> place, const float* x,
                            const float* y, std::ptrdiff_t points) {
  float fx = 0;
  float fy = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, weight)
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    const float dx = place[0] - x[j];
    const float dy = place[1] - y[j];
    const float w = 1 / (1 + dx * dx + dy * dy);
    weight += w;
    fx += w * w * dx;
    fy += w * w * dy;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.weight += double{weight};
}

DSNE_SIMD void add_block_3d(PointRepulsion& sum, std::array<float, 3> place, const float* x,
                            const float* y, const float* u, std::ptrdiff_t points) {
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
    weight += w;
    fx += w * w * dx;
    fy += w * w * dy;
    fu += w * w * du;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.force[2] += double{fu};
  sum.weight += double{weight};
}

/// Adds what the points [begin, end) do to a place.
void add_range(PointRepulsion& sum, std::array<float, 3> place, const Coordinates& coordinates,
               std::ptrdiff_t begin, std::ptrdiff_t end) {
  const float* x = coordinates.data();
  const float* y = x + coordinates.cols();
  const float* u = y + coordinates.cols();
  for (std::ptrdiff_t j = begin; j < end; j += block) {
    const std::ptrdiff_t points = std::min(block, end - j);
    if (coordinates.rows() == 2) {
      add_block_2d(sum, place, x + j, y + j, points);
    } else {
      add_block_3d(sum, place, x + j, y + j, u + j, points);
    }
  }
}

/// The places around their mean, in columns.
Coordinates centred_coordinates(const Matrix& places) {
  const RowVector mean = places.colwise().mean();
  return (places.rowwise() - mean).cwiseMax(-furthest).cwiseMin(furthest).transpose().cast<float>();
}

/// What all other points do to point i.
PointRepulsion repulsion_of(const Coordinates& coordinates, Eigen::Index i) {
  std::array<float, 3> place{};
  for (Eigen::Index k = 0; k < coordinates.rows(); ++k) {
    place[static_cast<std::size_t>(k)] = coordinates(k, i);
  }
  PointRepulsion sum;
  add_range(sum, place, coordinates, 0, i);
  add_range(sum, place, coordinates, i + 1, coordinates.cols());
  return sum;
}

PointRepulsion repulsion_of(const Matrix& coordinates, const Matrix& places, Eigen::Index i) {
  PointRepulsion sum = point_repulsion(places.row(i).data(), coordinates);
  // The point itself adds exactly 1 to the weight.
  sum.weight -= 1;
  return sum;
}

/// @param repulsion_of_point what all others do to the point of an index
template <typename RepulsionOfPoint>
Repulsion collect(const Matrix& places, const RepulsionOfPoint& repulsion_of_point) {
  const Eigen::Index points = places.rows();
  Repulsion result;
  result.forces.resize(points, places.cols());
  std::vector<double> row_z(static_cast<std::size_t>(points));
#pragma omp parallel for schedule(static) if (points >= least_points_for_threads)
  for (Eigen::Index i = 0; i < points; ++i) {
    const PointRepulsion point = repulsion_of_point(i);
    for (Eigen::Index k = 0; k < places.cols(); ++k) {
      result.forces(i, k) = point.force[static_cast<std::size_t>(k)];
    }
    row_z[static_cast<std::size_t>(i)] = point.weight;
  }
  for (const double z : row_z) result.z += z;
  return result;
}

}  // namespace

Repulsion repulsion(const Matrix& places, Precision precision) {
  if (precision == Precision::single) {
    const Coordinates coordinates = centred_coordinates(places);
    return collect(places, [&](Eigen::Index i) { return repulsion_of(coordinates, i); });
  }
  const Matrix coordinates = places.transpose();
  return collect(places, [&](Eigen::Index i) { return repulsion_of(coordinates, places, i); });
}

}  // namespace dsne
