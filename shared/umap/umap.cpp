#include "umap/umap.h"

#include <algorithm>

#include "tsne/neighbours.h"
#include "umap/spectral.h"

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

}  // namespace dsne::umap
