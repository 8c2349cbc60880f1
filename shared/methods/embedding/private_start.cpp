#include "methods/embedding/private_start.h"

#include <algorithm>
#include <limits>

#include "data/stacked.h"
#include "tsne/neighbours.h"
#include "tsne/tsne.h"

namespace dsne::methods {
namespace {

constexpr double usual_share = 0.99;
constexpr int start_settling_iterations = 500;
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
tsne::Place medoid(const Matrix& coordinates) {
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
    const tsne::Place start = medoid(coordinates(near, Eigen::all));
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
               const std::vector<bool>& movable) {
  const tsne::Schedule schedule;
  const double rate = tsne::learning_rate(schedule, affinities.points());
  tsne::OptimizerState optimizer =
      tsne::OptimizerState::at_rest(own_coordinates.rows(), own_coordinates.cols());
  for (int t = 0; t < start_settling_iterations; ++t) {
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
