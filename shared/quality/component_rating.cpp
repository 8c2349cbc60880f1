#include "quality/component_rating.h"

#include <algorithm>

#include "data/pca.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index most_components = 50;
constexpr double component_limit = 4;
constexpr double reason_limit = 10;

/// Returns the components' coordinates and the length of the residual.
Matrix component_points(const Matrix& values, const std::vector<Index>& learners) {
  const Index most = std::min(most_components, std::ssize(learners) / 2);
  const data::Pca pca = data::fit_pca(values(learners, Eigen::all), most);
  const Matrix coordinates = data::project(pca, values);
  const Matrix rest = (values.rowwise() - pca.mean) - coordinates * pca.components.transpose();
  Matrix points(values.rows(), coordinates.cols() + 1);
  points << coordinates, rest.rowwise().norm();
  return points;
}

/// Gives all components the scale of the one that varies most. The residual varies less and keeps
/// its own.
RatingBasis one_scale(const Matrix& points) {
  const Index columns = points.cols();
  const RobustUnits units = robust_units(points, RowVector::Zero(columns));
  RatingBasis basis = rating_basis({}, columns);
  if (columns == 1) return basis;
  basis.least_deviation.head(columns - 1).setConstant(units.deviation.head(columns - 1).maxCoeff());
  return basis;
}

}  // namespace

ComponentRating rated_by_components(const Matrix& bent, const std::vector<Index>& learners) {
  const RobustUnits units = robust_units(bent(learners, Eigen::all), RowVector::Zero(bent.cols()));
  const Matrix points = component_points(in_units(units, bent, component_limit), learners);
  const Matrix known = points(learners, Eigen::all);
  const RatingBasis basis = one_scale(known);
  ComponentRating result{rated(points, learners, basis), {}};
  result.rare = rarer_than_normal(result.rating, known, basis);
  result.rating.deviations = in_units(units, bent, reason_limit);
  result.rating.departures = result.rating.deviations;
  result.rating.units = units;
  return result;
}

}  // namespace dsne::quality
