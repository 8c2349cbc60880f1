#include "tsne/repulsion.h"

#include <vector>

#include "tsne/pair_kernels.h"
#include "tsne/point_repulsion.h"
#include "tsne/tree_repulsion.h"

namespace dsne::tsne {
namespace {

// With fewer points, starting threads costs more than they save.
constexpr Eigen::Index min_points_for_threads = 2000;
// Here both take the same time, measured with one thread and with two: see docs/benchmarks.md.
constexpr Eigen::Index min_points_for_tree = 4000;
constexpr Eigen::Index max_points_for_exact_normalizer = 20000;

/// Computes the repulsion of all other points on point i.
PointRepulsion repulsion_of(const Coordinates& coordinates, Eigen::Index i) {
  const FloatPlace place = place_at(coordinates, i);
  PointRepulsion sum;
  add_pairs(sum, place, coordinates, 0, i);
  add_pairs(sum, place, coordinates, i + 1, coordinates.cols());
  return sum;
}

PointRepulsion repulsion_of(const Matrix& transposed, const Vector& weights,
                            const Matrix& coordinates, Eigen::Index i) {
  PointRepulsion sum = point_repulsion(coordinates.row(i).data(), transposed, weights);
  // The point itself adds exactly 1 to the weight.
  sum.weight -= 1;
  return sum;
}

/// @param repulsion_of_point computes the repulsion on the point of an index
template <typename RepulsionOfPoint>
Repulsion collect(const Matrix& coordinates, const RepulsionOfPoint& repulsion_of_point) {
  const Eigen::Index points = coordinates.rows();
  Repulsion result;
  result.forces.resize(points, coordinates.cols());
  std::vector<double> row_z(static_cast<std::size_t>(points));
#pragma omp parallel for schedule(static) if (points >= min_points_for_threads)
  for (Eigen::Index i = 0; i < points; ++i) {
    const PointRepulsion point = repulsion_of_point(i);
    for (Eigen::Index k = 0; k < coordinates.cols(); ++k) {
      result.forces(i, k) = point.force[static_cast<std::size_t>(k)];
    }
    row_z[static_cast<std::size_t>(i)] = point.weight;
  }
  for (const double z : row_z) result.z += z;
  return result;
}

}  // namespace

Repulsion repulsion(const Matrix& coordinates, Precision precision) {
  if (precision == Precision::single) {
    if (coordinates.rows() >= min_points_for_tree) return tree_repulsion(coordinates);
    const Coordinates centred = centred_coordinates(coordinates);
    return collect(coordinates, [&](Eigen::Index i) { return repulsion_of(centred, i); });
  }
  const Matrix transposed = coordinates.transpose();
  const Vector weights = Vector::Ones(coordinates.rows());
  return collect(coordinates,
                 [&](Eigen::Index i) { return repulsion_of(transposed, weights, coordinates, i); });
}

double normalizer(const Matrix& coordinates) {
  const bool exact = coordinates.rows() <= max_points_for_exact_normalizer;
  return repulsion(coordinates, exact ? Precision::full : Precision::single).z;
}

}  // namespace dsne::tsne
