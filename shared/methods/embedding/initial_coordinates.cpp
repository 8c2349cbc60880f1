#include "methods/embedding/initial_coordinates.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "data/pca.h"
#include "data/stacked.h"
#include "methods/embedding/novel_groups.h"
#include "tsne/initialization.h"
#include "tsne/neighbours.h"
#include "tsne/tsne.h"

namespace dsne::methods {
namespace {

/// The standard deviation of the papers' random start: N(0, 1e-4 I).
constexpr double random_deviation = 0.01;
/// The standard deviation of the first coordinate of a PCA start (Kobak & Berens 2019).
constexpr double pca_deviation = 1e-4;

Matrix random_coordinates(const CoordinatorProblem& problem) {
  return tsne::random_coordinates(problem.reference_points, problem.parameters.no_dims,
                                  random_deviation,
                                  static_cast<std::uint64_t>(problem.parameters.seed));
}

constexpr double usual_share = 0.99;
constexpr Eigen::Index voters = 5;

/// Returns the squared distance within which the usual share of points has its nearest other point.
double usual_squared_distance(const Matrix& points) {
  std::vector<double> distances = tsne::nearest_neighbours(points, 1).squared_distances;
  const auto last = static_cast<double>(distances.size() - 1);
  const auto usual = distances.begin() + static_cast<std::ptrdiff_t>(usual_share * last);
  std::nth_element(distances.begin(), usual, distances.end());
  return *usual;
}

/// Returns the row with the least sum of distances to all rows.
tsne::Position medoid(const Matrix& coordinates) {
  Eigen::Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const double sum = (coordinates.rowwise() - coordinates.row(i)).rowwise().norm().sum();
    if (sum >= least) continue;
    least = sum;
    best = i;
  }
  return coordinates.row(best);
}

}  // namespace

Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions) {
  const data::Pca pca = data::fit_pca(points, dimensions);
  Matrix coordinates = Matrix::Zero(points.rows(), dimensions);
  coordinates.leftCols(pca.components.cols()) = data::project(pca, points);
  return tsne::rescaled(std::move(coordinates), pca_deviation);
}

Matrix reference_embedding(const CoordinatorProblem& problem) {
  constexpr int end = 750;
  tsne::Schedule schedule;
  schedule.early_exaggeration_iterations = 250;
  const Matrix reference = problem.reference();
  return tsne::tsne(neighbour_embedding(problem.parameters)->joint_affinities(reference),
                    problem.parameters.initialization == Initialization::random
                        ? random_coordinates(problem)
                        : principal_coordinates(reference, problem.parameters.no_dims),
                    schedule, end);
}

Matrix initial_reference_coordinates(const CoordinatorProblem& problem) {
  switch (problem.parameters.initialization) {
    case Initialization::random:
      return random_coordinates(problem);
    case Initialization::pca:
      return principal_coordinates(problem.reference(), problem.parameters.no_dims);
    case Initialization::tsne:
      break;
  }
  return reference_embedding(problem);
}

Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates) {
  if (problem.parameters.initialization != Initialization::tsne) {
    return tsne::random_coordinates(problem.own_points, reference_coordinates.cols(),
                                    random_deviation, problem.seed);
  }
  const SitePoints points = problem.subjects->points();
  const auto embedding = neighbour_embedding(problem.parameters);
  Matrix coordinates =
      placed_by_neighbours(*embedding, points.own, points.reference, reference_coordinates);
  std::vector<bool> movable = unrepresented(points.own, points.reference);
  if (std::find(movable.begin(), movable.end(), true) == movable.end()) return coordinates;
  const std::vector<Group> groups = novel_groups(points.own, points.reference, movable);
  for (const Group& group : groups) {
    for (const Eigen::Index row : group) movable[static_cast<std::size_t>(row)] = true;
  }
  coordinates = with_groups_outside(std::move(coordinates), groups, points.own, points.reference,
                                    reference_coordinates);
  return settled(*embedding, site_affinities(problem), std::move(coordinates),
                 reference_coordinates, movable);
}

Matrix placed_by_neighbours(const NeighbourEmbedding& embedding, const Matrix& own,
                            const Matrix& reference, const Matrix& reference_coordinates) {
  const tsne::NeighbourAffinities affinities = embedding.affinities_over(own, reference);
  const std::unique_ptr<tsne::FinishedMap> map = embedding.finished(reference_coordinates);
  const Matrix first = tsne::transform(affinities, *map);
  const Matrix data = data::stacked(own, reference);
  const Matrix coordinates = data::stacked(first, reference_coordinates);
  const tsne::Neighbours neighbours =
      tsne::nearest_neighbours(data, std::min(voters, data.rows() - 1));
  Matrix second = first;
#pragma omp parallel for schedule(static) if (own.rows() >= tsne::min_transformed_for_threads)
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    std::vector<Eigen::Index> near = {i};
    const auto* begin = neighbours.indices.data() + i * neighbours.count;
    near.insert(near.end(), begin, begin + neighbours.count);
    const tsne::Position start = medoid(coordinates(near, Eigen::all));
    second.row(i) = map->refine(affinities, i, start, tsne::transform_iterations);
  }
  return second;
}

std::vector<bool> unrepresented(const Matrix& own, const Matrix& reference) {
  std::vector<bool> result(static_cast<std::size_t>(own.rows()), false);
  if (reference.rows() < 2) return result;
  const double usual = usual_squared_distance(reference);
  const std::vector<double> distances =
      tsne::nearest_candidates(own, reference, 1).squared_distances;
  std::transform(distances.begin(), distances.end(), result.begin(),
                 [&](double distance) { return distance > usual; });
  return result;
}

Matrix settled(const NeighbourEmbedding& embedding, const tsne::Affinities& affinities,
               Matrix own_coordinates, const Matrix& reference_coordinates,
               const std::vector<bool>& movable, const tsne::Schedule& schedule, int iterations) {
  const double rate = tsne::learning_rate(schedule, affinities.points());
  tsne::OptimizerState optimizer =
      tsne::OptimizerState::at_rest(own_coordinates.rows(), own_coordinates.cols());
  for (int t = 0; t < iterations; ++t) {
    const Matrix all = data::stacked(own_coordinates, reference_coordinates);
    Matrix slope = embedding.gradient(affinities, all, tsne::exaggeration(schedule, t))
                       .topRows(own_coordinates.rows());
    for (std::size_t i = 0; i < movable.size(); ++i) {
      if (!movable[i]) slope.row(static_cast<Eigen::Index>(i)).setZero();
    }
    tsne::update_optimizer(optimizer, slope, rate, tsne::momentum(schedule, t));
    own_coordinates += optimizer.velocity;
  }
  return own_coordinates;
}

}  // namespace dsne::methods
