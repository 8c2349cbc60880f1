#include "methods/embedding/neighbour_embedding.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/matrix.h"
#include "methods/embedding/initial_coordinates.h"
#include "tsne/affinities.h"
#include "tsne/tsne.h"
#include "umap/umap.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr int most_exaggerated_iterations = 250;

class Tsne final : public NeighbourEmbedding {
 public:
  explicit Tsne(Parameters parameters) : parameters_(std::move(parameters)) {}

  Matrix map_of(const Matrix& points) const override {
    const int end = iterations(parameters_);
    tsne::Schedule schedule = parameters_.schedule;
    schedule.early_exaggeration_iterations = std::min(end / 3, most_exaggerated_iterations);
    return tsne::tsne(joint_affinities(points), principal_coordinates(points, parameters_.no_dims),
                      schedule, end);
  }

  tsne::NeighbourAffinities affinities_over(const Matrix& points,
                                            const Matrix& reference) const override {
    return tsne::affinities_over_reference(points, reference);
  }

  std::unique_ptr<tsne::FinishedMap> finished(const Matrix& coordinates) const override {
    return std::make_unique<tsne::FinishedEmbedding>(coordinates);
  }

  tsne::Affinities joint_affinities(const Matrix& points) const override {
    return tsne::joint_affinities(points, parameters_.neighbours.at_most_of(points.rows()));
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

  Matrix map_of(const Matrix& points) const override {
    umap::Options options;
    options.neighbours = parameters_.n_neighbors;
    options.min_dist = parameters_.min_dist;
    options.spread = parameters_.spread;
    options.epochs = parameters_.max_iterations;
    options.dimensions = parameters_.no_dims;
    options.seed = static_cast<std::uint64_t>(parameters_.seed);
    return umap::umap(points, options);
  }

  tsne::NeighbourAffinities affinities_over(const Matrix& points,
                                            const Matrix& reference) const override {
    return umap::memberships_over(points, reference, parameters_.n_neighbors);
  }

  std::unique_ptr<tsne::FinishedMap> finished(const Matrix& coordinates) const override {
    return std::make_unique<umap::FinishedUmap>(coordinates, curve_);
  }

  tsne::Affinities joint_affinities(const Matrix& points) const override {
    // The fuzzy graph, divided by the sum of all its memberships.
    const Index others = std::min<Index>(parameters_.n_neighbors, points.rows()) - 1;
    umap::Graph graph = umap::fuzzy_union(tsne::nearest_neighbours(points, others));
    const double sum = std::accumulate(graph.values.begin(), graph.values.end(), 0.0);
    for (double& value : graph.values) value /= sum;
    return graph;
  }

  Matrix gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                  double exaggeration) const override {
    return tsne::gradient(umap::attraction(affinities, coordinates, curve_),
                          umap::repulsion(coordinates, curve_), exaggeration);
  }

 private:
  Parameters parameters_;
  umap::Curve curve_;
};

}  // namespace

std::unique_ptr<const NeighbourEmbedding> neighbour_embedding(const Parameters& parameters) {
  if (find_method(parameters.method).layout == Layout::umap) {
    return std::make_unique<Umap>(parameters);
  }
  return std::make_unique<Tsne>(parameters);
}

tsne::Affinities site_affinities(const SiteProblem& problem) {
  return problem.disk_cache.affinities([&] {
    const SitePoints points = problem.subjects->points();
    const Matrix all = stacked(points.own, points.reference);
    return neighbour_embedding(problem.parameters)->joint_affinities(all);
  });
}

}  // namespace dsne::methods
