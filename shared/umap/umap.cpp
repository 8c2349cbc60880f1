#include "umap/umap.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tsne/neighbours.h"

namespace dsne::umap {
namespace {

constexpr Eigen::Index many_points = 10'000;
constexpr int few_epochs = 200;
constexpr int many_epochs = 500;

Graph graph_of(const Matrix& points, const Options& options, int rounds) {
  const Eigen::Index others = std::min(options.neighbours, points.rows()) - 1;
  return without_weak(fuzzy_union(tsne::nearest_neighbours(points, others)), 1.0 / rounds);
}

Matrix embedded(const Graph& graph, const Matrix& start, const Options& options, int rounds) {
  return layout(graph, fitted_curve(options.min_dist, options.spread), start, rounds, options.seed);
}

}  // namespace

int epochs(const Options& options, Eigen::Index points) {
  if (options.epochs > 0) return options.epochs;
  return points <= many_points ? many_epochs : few_epochs;
}

Matrix umap(const Matrix& points, const Options& options) {
  if (points.rows() < 2) return Matrix::Zero(points.rows(), options.dimensions);
  const int rounds = epochs(options, points.rows());
  const Graph graph = graph_of(points, options, rounds);
  return embedded(graph, spectral_start(graph, points, options.dimensions, options.seed), options,
                  rounds);
}

Matrix umap(const Matrix& points, const Matrix& start, const Options& options) {
  if (points.rows() < 2) return start;
  const int rounds = epochs(options, points.rows());
  return embedded(graph_of(points, options, rounds), start, options, rounds);
}

using Eigen::Index;

tsne::NeighbourAffinities memberships_over(const Matrix& points, const Matrix& reference,
                                           Index neighbours) {
  tsne::Neighbours nearest =
      tsne::nearest_candidates(points, reference, std::min(neighbours, reference.rows()));
  std::vector<double> views = memberships_of_new(nearest);
  for (auto row = views.begin(); row != views.end(); row += nearest.count) {
    const double sum = std::accumulate(row, row + nearest.count, 0.0);
    // A point far from all its neighbours gets an even row.
    std::transform(row, row + nearest.count, row, [&](double view) {
      return sum > 0 ? view / sum : 1 / static_cast<double>(nearest.count);
    });
  }
  return {std::move(nearest), std::move(views)};
}

FinishedMap::FinishedMap(const Matrix& coordinates, const Curve& curve)
    : tsne::FinishedMap(coordinates),
      curve_(curve),
      weights_(Vector::Constant(coordinates.rows(), repulsions_per_attraction /
                                                        static_cast<double>(coordinates.rows()))) {}

tsne::Fit FinishedMap::fit(const tsne::NeighbourAffinities& affinities, Index row,
                           const tsne::Position& place) const {
  const PointRepulsion repulsive = point_repulsion(place.data(), in_columns(), weights_, curve_);
  tsne::Fit fit;
  fit.divergence = repulsive.loss;
  fit.gradient = -2 * Eigen::Map<const tsne::Position>(repulsive.force.data(), place.size());
  const Index count = affinities.neighbours.count;
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const tsne::Position difference =
        place - coordinates().row(Index{affinities.neighbours.indices[at]});
    const Attraction drawn = attraction_at(difference.squaredNorm(), curve_);
    const double pull = 2 * affinities.values[at] * drawn.slope;
    fit.divergence += affinities.values[at] * drawn.loss;
    fit.gradient += pull * difference;
    fit.curvature += pull;
  }
  return fit;
}

tsne::Position FinishedMap::start(const tsne::NeighbourAffinities& affinities, Index row) const {
  const Index count = affinities.neighbours.count;
  tsne::Position mean = tsne::Position::Zero(1, dimensions());
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    mean += affinities.values[at] * coordinates().row(Index{affinities.neighbours.indices[at]});
  }
  return mean;
}

}  // namespace dsne::umap
