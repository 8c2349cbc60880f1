#include "quality/comparison_space.h"
#include "quality/outlier_scores.h"
#include "quality/robust_units.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index max_compared = 1000;
constexpr Index least_subjects = 5;
constexpr Index min_reference_points = 20;

/// Sums the distances between all points of `a` and all points of `b`.
double total_distance(const Matrix& a, const Matrix& b) {
  const Matrix columns = b.transpose();
  Vector totals(a.rows());
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < a.rows(); ++i) {
    totals(i) = tsne::squared_distances(a.row(i), columns).cwiseSqrt().sum();
  }
  return totals.sum();
}

double mean_distance_between(const Matrix& a, const Matrix& b) {
  return total_distance(a, b) / static_cast<double>(a.rows() * b.rows());
}

double mean_distance_within(const Matrix& a) {
  return total_distance(a, a) / static_cast<double>(a.rows() * (a.rows() - 1));
}

}  // namespace

double site_shift(const Matrix& own, const Matrix& reference) {
  if (own.rows() < least_subjects || reference.rows() < min_reference_points) return 0;
  const Matrix spaced = reference(evenly_spaced(reference.rows(), max_compared), Eigen::all);
  const ComparisonSpace space(spaced, spaced);
  const Matrix a = space.coordinates(own(evenly_spaced(own.rows(), max_compared), Eigen::all));
  const Matrix b = space.coordinates(spaced);
  const double between = mean_distance_between(a, b);
  if (!(between > 0)) return 0;
  return 1 - (mean_distance_within(a) + mean_distance_within(b)) / (2 * between);
}

}  // namespace dsne::quality
