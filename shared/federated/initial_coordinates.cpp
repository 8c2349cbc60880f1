#include "federated/initial_coordinates.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "data/pca.h"
#include "data/stacked.h"
#include "federated/novel_groups.h"
#include "federated/perplexity.h"
#include "federated/private_start.h"
#include "federated/site_affinities.h"
#include "tsne/initialization.h"
#include "tsne/tsne.h"

namespace dsne::federated {
namespace {

/// Standard deviation of the papers' random start: N(0, 1e-4 I).
constexpr double random_deviation = 0.01;
/// Standard deviation of the first coordinate of a PCA start (Kobak & Berens 2019).
constexpr double pca_deviation = 1e-4;

constexpr int embedding_iterations = 750;
constexpr int embedding_early_exaggeration_iterations = 250;

Matrix random_reference_coordinates(const CoordinatorProblem& problem) {
  return tsne::random_coordinates(problem.reference_points, problem.parameters.no_dims,
                                  random_deviation,
                                  static_cast<std::uint64_t>(problem.parameters.seed));
}

/// @param on_map the reference, and perhaps others
/// @param affinities over [own; on_map]
Matrix placed(const SitePoints& points, const Matrix& reference_coordinates,
              const PlacedPoints& on_map, bool learned,
              const std::function<tsne::Affinities()>& affinities) {
  Matrix coordinates = placed_by_neighbours(points.own, on_map.values, on_map.coordinates);
  if (learned) return coordinates;
  std::vector<bool> movable = unrepresented(points.own, on_map.values);
  if (std::find(movable.begin(), movable.end(), true) == movable.end()) return coordinates;
  const std::vector<Group> groups = novel_groups(points.own, on_map.values, movable);
  for (const Group& group : groups) {
    for (const Eigen::Index row : group) movable[static_cast<std::size_t>(row)] = true;
  }
  coordinates = with_groups_outside(std::move(coordinates), groups, points.own, points.reference,
                                    reference_coordinates);
  return settled(affinities(), std::move(coordinates), on_map.coordinates, movable);
}

}  // namespace

Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions) {
  const data::Pca pca = data::fit_pca(points, dimensions);
  Matrix coordinates = Matrix::Zero(points.rows(), dimensions);
  coordinates.leftCols(pca.components.cols()) = data::project(pca, points);
  return tsne::rescaled(std::move(coordinates), pca_deviation);
}

tsne::Affinities reference_affinities(const Parameters& parameters, const Matrix& reference,
                                      bool learned) {
  const double wanted = wanted_perplexity(parameters);
  const double perplexity = learned ? std::max(1.0, wanted / 3) : wanted;
  return tsne::joint_affinities(reference,
                                std::min(perplexity, tsne::largest_perplexity(reference.rows())));
}

Matrix reference_embedding(const CoordinatorProblem& problem) {
  const Parameters& parameters = problem.parameters;
  const Matrix reference = problem.reference();
  Matrix start = parameters.initialization == Initialization::random
                     ? random_reference_coordinates(problem)
                     : principal_coordinates(reference, parameters.no_dims);
  tsne::Schedule schedule;
  schedule.early_exaggeration_iterations = embedding_early_exaggeration_iterations;
  return tsne::tsne(reference_affinities(parameters, reference, problem.has_learned_reference),
                    std::move(start), schedule, embedding_iterations);
}

Matrix initial_reference_coordinates(const CoordinatorProblem& problem) {
  switch (problem.parameters.initialization) {
    case Initialization::random:
      return random_reference_coordinates(problem);
    case Initialization::pca:
      return principal_coordinates(problem.reference(), problem.parameters.no_dims);
    case Initialization::tsne:
      break;
  }
  return reference_embedding(problem);
}

Matrix placed_beside(const SitePoints& points, const Matrix& reference_coordinates,
                     const PlacedPoints& others, double perplexity, bool learned) {
  const PlacedPoints on_map{data::stacked(points.reference, others.values),
                            data::stacked(reference_coordinates, others.coordinates)};
  return placed(points, reference_coordinates, on_map, learned, [&] {
    const Matrix all = data::stacked(points.own, on_map.values);
    return tsne::joint_affinities(all, std::min(perplexity, tsne::largest_perplexity(all.rows())));
  });
}

Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates) {
  if (problem.parameters.private_start == PrivateStart::random) {
    return tsne::random_coordinates(problem.own_points, reference_coordinates.cols(),
                                    random_deviation, problem.seed);
  }
  const SitePoints points = problem.read_points();
  return placed(points, reference_coordinates, {points.reference, reference_coordinates},
                problem.has_learned_reference(), [&] { return site_affinities(problem); });
}

}  // namespace dsne::federated
