#include "tsne/repulsion.h"

#include <vector>

#include "tsne/pair_kernels.h"
#include "tsne/point_repulsion.h"
#include "tsne/tree_repulsion.h"

namespace dsne::tsne {
namespace {

// Below this number of points starting threads costs more than they save.
constexpr Eigen::Index min_points_for_threads = 2000;
// Where both take as long, measured with one thread and with two: see docs/benchmarks.md.
constexpr Eigen::Index min_points_for_tree = 4000;
constexpr Eigen::Index max_points_for_exact_normalizer = 20000;

/// What all other points do to point i.
PointRepulsion repulsion_of(const Coordinates& coordinates, Eigen::Index i) {
  const FloatPlace place = place_at(coordinates, i);
  PointRepulsion sum;
  add_pairs(sum, place, coordinates, 0, i);
  add_pairs(sum, place, coordinates, i + 1, coordinates.cols());
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
#pragma omp parallel for schedule(static) if (points >= min_points_for_threads)
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
    if (places.rows() >= min_points_for_tree) return tree_repulsion(places);
    const Coordinates coordinates = centred_coordinates(places);
    return collect(places, [&](Eigen::Index i) { return repulsion_of(coordinates, i); });
  }
  const Matrix coordinates = places.transpose();
  return collect(places, [&](Eigen::Index i) { return repulsion_of(coordinates, places, i); });
}

double normalizer(const Matrix& places) {
  const bool exact = places.rows() <= max_points_for_exact_normalizer;
  return repulsion(places, exact ? Precision::full : Precision::single).z;
}

}  // namespace dsne::tsne
