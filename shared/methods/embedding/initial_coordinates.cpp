#include "methods/embedding/initial_coordinates.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "data/pca.h"
#include "data/stacked.h"
#include "methods/embedding/neighbour_embedding.h"
#include "methods/embedding/novel_groups.h"
#include "methods/embedding/private_start.h"
#include "methods/embedding/site_affinities.h"
#include "tsne/initialization.h"

namespace dsne::methods {
namespace {

/// The standard deviation of the papers' random start: N(0, 1e-4 I).
constexpr double random_deviation = 0.01;
/// The standard deviation of the first coordinate of a PCA start (Kobak & Berens 2019).
constexpr double pca_deviation = 1e-4;

Matrix random_coordinates(const Parameters& parameters, Eigen::Index points) {
  return tsne::random_coordinates(points, parameters.no_dims, random_deviation,
                                  static_cast<std::uint64_t>(parameters.seed));
}

/// @param on_map the reference, and perhaps others
/// @param affinities over [own; on_map]
Matrix placed(const NeighbourEmbedding& embedding, const SitePoints& points,
              const Matrix& reference_coordinates, const PlacedPoints& on_map,
              const std::function<tsne::Affinities()>& affinities) {
  Matrix coordinates =
      placed_by_neighbours(embedding, points.own, on_map.values, on_map.coordinates);
  std::vector<bool> movable = unrepresented(points.own, on_map.values);
  if (std::find(movable.begin(), movable.end(), true) == movable.end()) return coordinates;
  const std::vector<Group> groups = novel_groups(points.own, on_map.values, movable);
  for (const Group& group : groups) {
    for (const Eigen::Index row : group) movable[static_cast<std::size_t>(row)] = true;
  }
  coordinates = with_groups_outside(std::move(coordinates), groups, points.own, points.reference,
                                    reference_coordinates);
  return settled(embedding, affinities(), std::move(coordinates), on_map.coordinates, movable);
}

}  // namespace

Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions) {
  const data::Pca pca = data::fit_pca(points, dimensions);
  Matrix coordinates = Matrix::Zero(points.rows(), dimensions);
  coordinates.leftCols(pca.components.cols()) = data::project(pca, points);
  return tsne::rescaled(std::move(coordinates), pca_deviation);
}

Matrix first_coordinates(const Parameters& parameters, const Matrix& points) {
  return parameters.initialization == Initialization::random
             ? random_coordinates(parameters, points.rows())
             : principal_coordinates(points, parameters.no_dims);
}

Matrix reference_embedding(const CoordinatorProblem& problem) {
  return neighbour_embedding(problem.parameters)->map_of(problem.reference());
}

Matrix initial_reference_coordinates(const CoordinatorProblem& problem) {
  const Parameters& parameters = problem.parameters;
  switch (parameters.initialization) {
    case Initialization::random:
      return neighbour_embedding(parameters)
          ->as_start(random_coordinates(parameters, problem.reference_points));
    case Initialization::pca:
      return neighbour_embedding(parameters)
          ->as_start(principal_coordinates(problem.reference(), parameters.no_dims));
    case Initialization::tsne:
      break;
  }
  return reference_embedding(problem);
}

Matrix placed_beside(const SitePoints& points, const Matrix& reference_coordinates,
                     const PlacedPoints& others, const Parameters& parameters) {
  const PlacedPoints on_map{data::stacked(points.reference, others.values),
                            data::stacked(reference_coordinates, others.coordinates)};
  const auto embedding = neighbour_embedding(parameters);
  return placed(*embedding, points, reference_coordinates, on_map, [&] {
    return embedding->joint_affinities(data::stacked(points.own, on_map.values));
  });
}

Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates) {
  const auto embedding = neighbour_embedding(problem.parameters);
  if (problem.parameters.private_start == PrivateStart::random) {
    return embedding->as_start(tsne::random_coordinates(
        problem.own_points, reference_coordinates.cols(), random_deviation, problem.seed));
  }
  const SitePoints points = problem.subjects->points();
  return placed(*embedding, points, reference_coordinates,
                {points.reference, reference_coordinates},
                [&] { return site_affinities(problem); });
}

}  // namespace dsne::methods
