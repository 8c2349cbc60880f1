#include "federated/initial_places.h"

#include <algorithm>
#include <utility>

#include "data/pca.h"
#include "federated/novel_groups.h"
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

constexpr int map_iterations = 750;
constexpr int map_early_exaggeration_iterations = 250;

Matrix random_reference_places(const CoordinatorProblem& problem) {
  return tsne::random_places(problem.reference_points, problem.parameters.no_dims, random_deviation,
                             static_cast<std::uint64_t>(problem.parameters.seed));
}

}  // namespace

Matrix principal_places(const Matrix& points, Eigen::Index dimensions) {
  const data::Pca pca = data::fit_pca(points, dimensions);
  Matrix places = Matrix::Zero(points.rows(), dimensions);
  places.leftCols(pca.components.cols()) = data::project(pca, points);
  return tsne::rescaled(std::move(places), pca_deviation);
}

Matrix reference_map(const CoordinatorProblem& problem) {
  const Parameters& parameters = problem.parameters;
  const Matrix reference = problem.reference();
  const double perplexity =
      std::min(parameters.perplexity, tsne::largest_perplexity(reference.rows()));
  Matrix start = parameters.initialization == Initialization::random
                     ? random_reference_places(problem)
                     : principal_places(reference, parameters.no_dims);
  tsne::Schedule schedule;
  schedule.early_exaggeration_iterations = map_early_exaggeration_iterations;
  return tsne::tsne(tsne::joint_affinities(reference, perplexity), std::move(start), schedule,
                    map_iterations);
}

Matrix initial_reference_places(const CoordinatorProblem& problem) {
  switch (problem.parameters.initialization) {
    case Initialization::random:
      return random_reference_places(problem);
    case Initialization::pca:
      return principal_places(problem.reference(), problem.parameters.no_dims);
    case Initialization::tsne:
      break;
  }
  return reference_map(problem);
}

Matrix initial_own_places(const SiteProblem& problem, const Matrix& reference_places) {
  if (problem.parameters.private_start == PrivateStart::random) {
    return tsne::random_places(problem.own_points, reference_places.cols(), random_deviation,
                               problem.seed);
  }
  const SitePoints points = problem.read_points();
  Matrix places = placed_by_neighbours(points.own, points.reference, reference_places);
  std::vector<bool> movable = unrepresented(points.own, points.reference);
  if (std::find(movable.begin(), movable.end(), true) == movable.end()) return places;
  const std::vector<Group> groups = novel_groups(points.own, points.reference, movable);
  for (const Group& group : groups) {
    for (const Eigen::Index row : group) movable[static_cast<std::size_t>(row)] = true;
  }
  places = with_groups_outside(std::move(places), groups, points.own, points.reference,
                               reference_places);
  return settled(site_affinities(problem), std::move(places), reference_places, movable);
}

}  // namespace dsne::federated
