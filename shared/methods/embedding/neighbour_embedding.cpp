#include "methods/embedding/neighbour_embedding.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "methods/embedding/initial_coordinates.h"
#include "methods/embedding/perplexity.h"
#include "methods/method.h"
#include "tsne/affinities.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "tsne/tsne.h"
#include "umap/transform.h"
#include "umap/umap.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr int map_iterations = 750;
constexpr int map_exaggerated_iterations = 250;
constexpr double umap_start_width = 10;

class Tsne final : public NeighbourEmbedding {
 public:
  explicit Tsne(Parameters parameters) : parameters_(std::move(parameters)) {}

  std::string name() const override { return "t-SNE"; }

  Matrix map_of(const Matrix& points) const override {
    tsne::Schedule schedule;
    schedule.early_exaggeration_iterations = map_exaggerated_iterations;
    return tsne::tsne(joint_affinities(points), first_coordinates(parameters_, points), schedule,
                      map_iterations);
  }

  Matrix as_start(Matrix coordinates) const override { return coordinates; }

  tsne::NeighbourAffinities affinities_over(const Matrix& points,
                                            const Matrix& reference) const override {
    return tsne::affinities_over_reference(points, reference);
  }

  std::unique_ptr<tsne::FinishedMap> finished(const Matrix& coordinates) const override {
    return std::make_unique<tsne::FinishedEmbedding>(coordinates);
  }

  tsne::Affinities joint_affinities(const Matrix& points) const override {
    return tsne::joint_affinities(
        points, std::min(wanted_perplexity(parameters_), tsne::largest_perplexity(points.rows())));
  }

  Matrix gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                  double exaggeration) const override {
    return tsne::gradient(affinities, coordinates, exaggeration);
  }

 private:
  Parameters parameters_;
};

class Umap final : public NeighbourEmbedding {
 public:
  explicit Umap(Parameters parameters)
      : parameters_(std::move(parameters)),
        curve_(umap::fitted_curve(parameters_.min_dist, parameters_.spread)) {}

  std::string name() const override { return "UMAP"; }

  Matrix map_of(const Matrix& points) const override {
    if (parameters_.initialization != Initialization::random) return umap::umap(points, options());
    return umap::umap(points, as_start(first_coordinates(parameters_, points)), options());
  }

  Matrix as_start(Matrix coordinates) const override {
    const double width = coordinates.size() > 0 ? coordinates.cwiseAbs().maxCoeff() : 0;
    return width > 0 ? Matrix(coordinates * (umap_start_width / width)) : coordinates;
  }

  tsne::NeighbourAffinities affinities_over(const Matrix& points,
                                            const Matrix& reference) const override {
    return umap::memberships_over(points, reference, parameters_.n_neighbors);
  }

  std::unique_ptr<tsne::FinishedMap> finished(const Matrix& coordinates) const override {
    return std::make_unique<umap::FinishedMap>(coordinates, curve_);
  }

  tsne::Affinities joint_affinities(const Matrix& points) const override {
    return graph_of(points, parameters_.n_neighbors);
  }

  Matrix gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                  double exaggeration) const override {
    return tsne::gradient(umap::attraction(affinities, coordinates, curve_),
                          umap::repulsion(coordinates, curve_), exaggeration);
  }

 private:
  umap::Options options() const {
    umap::Options options;
    options.neighbours = parameters_.n_neighbors;
    options.min_dist = parameters_.min_dist;
    options.spread = parameters_.spread;
    options.dimensions = parameters_.no_dims;
    options.seed = static_cast<std::uint64_t>(parameters_.seed);
    return options;
  }

  /// Returns the fuzzy graph, divided by the sum of all its memberships.
  static umap::Graph graph_of(const Matrix& points, Index neighbours) {
    const Index others = std::min(neighbours, points.rows()) - 1;
    umap::Graph graph = umap::fuzzy_union(umap::nearest_neighbours(points, others));
    const double sum = std::accumulate(graph.values.begin(), graph.values.end(), 0.0);
    for (double& value : graph.values) value /= sum;
    return graph;
  }

  Parameters parameters_;
  umap::Curve curve_;
};

}  // namespace

std::unique_ptr<const NeighbourEmbedding> neighbour_embedding(const Parameters& parameters) {
  if (find_method(parameters.method).layout() == Layout::umap) {
    return std::make_unique<Umap>(parameters);
  }
  return std::make_unique<Tsne>(parameters);
}

}  // namespace dsne::methods
