#include "methods/embedding/initial_coordinates.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "core/matrix.h"
#include "data/pca.h"
#include "tsne/neighbours.h"
#include "tsne/tsne.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr Index voting_neighbours = 15;
constexpr int voting_rounds = 5;
constexpr Index neighbours_in_group = 5;
constexpr Index max_components = 50;
constexpr double ridge = 1e-3;  // of the components' mean sum of squares
constexpr double min_spread = 4;
constexpr double points_of_large_group = 300;
constexpr double min_share_of_due = 0.5;
constexpr double max_damped = 4;

/// Returns for each own point whether most of its neighbours are novel.
std::vector<bool> vote(const tsne::Neighbours& neighbours, const std::vector<bool>& novel) {
  const auto count = static_cast<std::size_t>(neighbours.count);
  std::vector<bool> result(novel.size());
  for (std::size_t i = 0; i < novel.size(); ++i) {
    const auto* const begin = neighbours.indices.data() + i * count;
    const auto votes = std::count_if(begin, begin + count,
                                     [&](std::size_t j) { return j < novel.size() && novel[j]; });
    result[i] = 2 * static_cast<std::size_t>(votes) > count;
  }
  return result;
}

Group rows_where(const std::vector<bool>& flags) {
  Group rows;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

/// Returns whether the reference has about its share of a group's neighbours, no more of them than
/// the group has points. If it holds the group's subjects several times, its points are nearer to
/// each other than to any own one, and yet represent the group.
bool has_reference_among(const Group& group, const tsne::Neighbours& neighbours, Index own,
                         Index reference) {
  const Index count = std::min(neighbours.count, std::ssize(group) - 1);
  double found = 0;
  for (const Index row : group) {
    const auto begin = neighbours.indices.begin() + row * neighbours.count;
    found += static_cast<double>(
        std::count_if(begin, begin + count, [own](std::uint32_t j) { return Index{j} >= own; }));
  }
  const auto all = static_cast<double>(std::ssize(group) * count);
  const auto due = static_cast<double>(reference) / static_cast<double>(own + reference);
  return found >= min_share_of_due * due * all;
}

/// Returns the connected components of the graph of nearest neighbours.
std::vector<Group> connected(const Matrix& own, const Group& rows) {
  if (rows.size() < 2) return rows.empty() ? std::vector<Group>{} : std::vector<Group>{rows};
  const Matrix points = own(rows, Eigen::all);
  const tsne::Neighbours near =
      tsne::nearest_neighbours(points, std::min(neighbours_in_group, points.rows() - 1));
  boost::disjoint_sets_with_storage<> sets(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) sets.make_set(i);
  const auto count = static_cast<std::size_t>(near.count);
  for (std::size_t k = 0; k < near.indices.size(); ++k) {
    sets.union_set(k / count, std::size_t{near.indices[k]});
  }
  std::map<std::size_t, Group> components;
  for (std::size_t i = 0; i < rows.size(); ++i) components[sets.find_set(i)].push_back(rows[i]);
  std::vector<Group> groups;
  groups.reserve(components.size());
  for (auto& component : components) groups.push_back(std::move(component.second));
  return groups;
}

/// Fits the slopes of the linear map from the reference's components to its coordinates, both
/// centred: components × dimensions.
Matrix slopes(const Matrix& components, const Matrix& from_middle) {
  Vector squares = components.colwise().squaredNorm();
  squares.array() += ridge * squares.mean();
  return squares.cwiseInverse().asDiagonal() * (components.transpose() * from_middle);
}

/// Returns d of with_groups_outside.
double damped(double distance) {
  return distance <= 1 ? distance : std::min(1 + std::log(distance), max_damped);
}

/// Returns s of with_groups_outside.
double spread_for(Index reference_points) {
  const double room = points_of_large_group / static_cast<double>(reference_points);
  return min_spread * std::sqrt(std::max(1.0, room));
}

/// Returns a group's coordinates around the middle of the reference's map.
/// @param linear the group's coordinates by the linear map
Matrix outside(const Matrix& linear, double radius, double spread) {
  const RowVector middle = linear.colwise().mean();
  Matrix shape = linear.rowwise() - middle;
  const double width = shape.rowwise().norm().maxCoeff();
  if (width > radius) shape *= radius / width;
  const double distance = middle.norm();
  const double wanted = radius * (1 + spread * damped(distance / radius)) + std::min(width, radius);
  return shape.rowwise() + middle * (wanted / distance);
}

}  // namespace

std::vector<Group> novel_groups(const Matrix& own, const Matrix& reference,
                                const std::vector<bool>& unrepresented) {
  const Matrix all = stacked(own, reference);
  const tsne::Neighbours neighbours =
      tsne::nearest_neighbours(all, std::min(voting_neighbours, all.rows() - 1));
  std::vector<bool> novel = unrepresented;
  for (int i = 0; i < voting_rounds; ++i) novel = vote(neighbours, novel);
  std::vector<Group> groups = connected(own, rows_where(novel));
  std::erase_if(groups, [&](const Group& group) {
    return has_reference_among(group, neighbours, own.rows(), reference.rows());
  });
  return groups;
}

Matrix with_groups_outside(Matrix coordinates, const std::vector<Group>& groups, const Matrix& own,
                           const Matrix& reference, const Matrix& reference_coordinates) {
  if (groups.empty()) return coordinates;
  const RowVector middle = reference_coordinates.colwise().mean();
  const Matrix from_middle = reference_coordinates.rowwise() - middle;
  const double radius = from_middle.rowwise().norm().maxCoeff();
  const data::Pca pca = data::fit_pca(reference, max_components);
  if (pca.components.cols() == 0) return coordinates;
  const Matrix linear_map = slopes(data::project(pca, reference), from_middle);
  const double spread = spread_for(reference.rows());
  for (const Group& group : groups) {
    const Matrix linear = data::project(pca, own(group, Eigen::all)) * linear_map;
    const Matrix moved = outside(linear, radius, spread);
    if (moved.allFinite()) coordinates(group, Eigen::all) = moved.rowwise() + middle;
  }
  return coordinates;
}

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

tsne::Affinities joint_affinities(const Matrix& points, const Parameters& parameters) {
  return tsne::joint_affinities(points, parameters.neighbours.at_most_of(points.rows()));
}

tsne::Affinities site_affinities(const SiteProblem& problem) {
  return problem.disk_cache.affinities([&] {
    const SitePoints points = problem.subjects->points();
    return joint_affinities(stacked(points.own, points.reference), problem.parameters);
  });
}

Matrix reference_embedding(const CoordinatorProblem& problem) {
  constexpr int end = 750;
  tsne::Schedule schedule;
  schedule.early_exaggeration_iterations = 250;
  const Matrix reference = problem.reference();
  return tsne::tsne(joint_affinities(reference, problem.parameters),
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
  Matrix coordinates = placed_by_neighbours(points.own, points.reference, reference_coordinates);
  std::vector<bool> movable = unrepresented(points.own, points.reference);
  if (std::find(movable.begin(), movable.end(), true) == movable.end()) return coordinates;
  const std::vector<Group> groups = novel_groups(points.own, points.reference, movable);
  for (const Group& group : groups) {
    for (const Eigen::Index row : group) movable[static_cast<std::size_t>(row)] = true;
  }
  coordinates = with_groups_outside(std::move(coordinates), groups, points.own, points.reference,
                                    reference_coordinates);
  return settled(site_affinities(problem), std::move(coordinates), reference_coordinates, movable);
}

Matrix placed_by_neighbours(const Matrix& own, const Matrix& reference,
                            const Matrix& reference_coordinates) {
  const auto affinities = tsne::affinities_over_reference(own, reference);
  const tsne::FinishedEmbedding map(reference_coordinates);
  const Matrix first = tsne::transform(affinities, map);
  const Matrix data = stacked(own, reference);
  const Matrix coordinates = stacked(first, reference_coordinates);
  const tsne::Neighbours neighbours =
      tsne::nearest_neighbours(data, std::min(voters, data.rows() - 1));
  Matrix second = first;
#pragma omp parallel for schedule(static) if (own.rows() >= tsne::min_transformed_for_threads)
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    std::vector<Eigen::Index> near = {i};
    const auto* begin = neighbours.indices.data() + i * neighbours.count;
    near.insert(near.end(), begin, begin + neighbours.count);
    const tsne::Position start = medoid(coordinates(near, Eigen::all));
    second.row(i) = map.refine(affinities, i, start, tsne::transform_iterations);
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

Matrix settled(const tsne::Affinities& affinities, Matrix own_coordinates,
               const Matrix& reference_coordinates, const std::vector<bool>& movable,
               const tsne::Schedule& schedule, int iterations) {
  const double rate = tsne::learning_rate(schedule, affinities.points());
  tsne::OptimizerState optimizer =
      tsne::OptimizerState::at_rest(own_coordinates.rows(), own_coordinates.cols());
  for (int t = 0; t < iterations; ++t) {
    const Matrix all = stacked(own_coordinates, reference_coordinates);
    Matrix slope = tsne::gradient(affinities, all, tsne::exaggeration(schedule, t))
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
