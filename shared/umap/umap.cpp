#include "umap/umap.h"

#include <algorithm>

#include "umap/layout.h"

namespace dsne::umap {
namespace {

constexpr Eigen::Index many_points = 10'000;
constexpr int few_epochs = 200;
constexpr int many_epochs = 500;

Matrix centroids(const Matrix& points, const Components& parts) {
  Matrix result(parts.count, points.cols());
  Eigen::Index row = 0;
  for (const auto& members : parts.members()) {
    result.row(row++) = points(members, Eigen::all).colwise().mean();
  }
  return result;
}

Neighbours nearest_others(const Matrix& points, const Options& options) {
  return nearest_neighbours(points, std::min(options.neighbours, points.rows()) - 1,
                            options.metric);
}

Graph graph_of(const Neighbours& neighbours, int rounds) {
  return without_weak(fuzzy_union(neighbours), 1.0 / rounds);
}

}  // namespace

int epochs(const Options& options, Eigen::Index points) {
  if (options.epochs > 0) return options.epochs;
  return points <= many_points ? many_epochs : few_epochs;
}

Matrix umap(const Matrix& points, const Options& options) {
  if (points.rows() < 2) return Matrix::Zero(points.rows(), options.dimensions);
  return umap(
      nearest_others(points, options),
      [&](const Components& parts) { return distances(centroids(points, parts), options.metric); },
      options);
}

Matrix umap(const Matrix& points, const Matrix& start, const Options& options) {
  if (points.rows() < 2) return start;
  const int rounds = epochs(options, points.rows());
  return layout(graph_of(nearest_others(points, options), rounds),
                fitted_curve(options.min_dist, options.spread), start, rounds, options.seed);
}

Matrix umap(const Neighbours& neighbours, const ComponentDistances& distances,
            const Options& options) {
  const int rounds = epochs(options, static_cast<Eigen::Index>(neighbours.points()));
  const Graph graph = graph_of(neighbours, rounds);
  return layout(graph, fitted_curve(options.min_dist, options.spread),
                spectral_start(graph, options.dimensions, options.seed, distances), rounds,
                options.seed);
}

}  // namespace dsne::umap
