#include "umap/umap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "core/eigenpairs.h"
#include "core/uniform.h"
#include "tsne/neighbours.h"
#include "tsne/tsne.h"

namespace dsne::umap {
namespace {

using Eigen::Index;

constexpr Index lanczos_vectors = 40;
constexpr Index lanczos_restarts = 1000;
constexpr double lanczos_tolerance = 1e-7;

/// From this many points on, the eigenvectors are found by iterations.
constexpr Index least_iterated = 100;

constexpr double start_width = 10;
constexpr double noise = 1e-4;

/// Multiplies: x ↦ D^{-1/2} G D^{-1/2} x − 2v(vᵀx), where v = D^{1/2}1 is the trivial eigenvector.
/// The subtraction makes its eigenvalue, the largest, the smallest possible.
class Adjacency {
 public:
  explicit Adjacency(const Graph& graph)
      : graph_(graph), trivial_(graph.points()), inverse_(graph.points()) {
    for (Index i = 0; i < graph.points(); ++i) {
      double degree = 0;
      for (std::uint64_t k = begin(i); k < begin(i + 1); ++k) degree += graph.values[k];
      trivial_[i] = std::sqrt(degree);
    }
    inverse_ = trivial_.cwiseInverse();
    trivial_.normalize();
  }

  Index rows() const { return graph_.points(); }

  void multiply(const double* in, double* out) const {
    const Eigen::Map<const Vector> x(in, rows());
    const Vector scaled = x.cwiseProduct(inverse_);
    const double share = 2 * trivial_.dot(x);
#pragma omp parallel for schedule(static) if (rows() > 1000)
    for (Index i = 0; i < rows(); ++i) {
      double sum = 0;
      for (std::uint64_t k = begin(i); k < begin(i + 1); ++k) {
        sum += graph_.values[k] * scaled[graph_.columns[k]];
      }
      out[i] = sum * inverse_[i] - share * trivial_[i];
    }
  }

  Matrix dense() const {
    Matrix result(rows(), rows());
    for (Index i = 0; i < rows(); ++i) {
      multiply(Vector::Unit(rows(), i).eval().data(), result.row(i).data());
    }
    return result;
  }

 private:
  std::uint64_t begin(Index i) const { return graph_.offsets[static_cast<std::size_t>(i)]; }

  const Graph& graph_;
  Vector trivial_;
  Vector inverse_;
};

Matrix with_positive_peaks(Matrix columns) {
  for (auto column : columns.colwise()) {
    Index peak = 0;
    column.cwiseAbs().maxCoeff(&peak);
    if (column[peak] < 0) column = -column;
  }
  return columns;
}

Matrix scattered(Index points, Index dimensions, double furthest, std::mt19937_64& engine) {
  Matrix result(points, dimensions);
  for (double& coordinate : result.reshaped<Eigen::RowMajor>()) {
    coordinate = furthest * (2 * uniform(engine) - 1);
  }
  return result;
}

/// Computes one component's start, from −1 to 1.
Matrix connected_start(const Graph& graph, Index dimensions, std::mt19937_64& engine) {
  const Index points = graph.points();
  if (points > dimensions + 1 && points >= 2 * dimensions) {
    if (auto vectors = laplacian_eigenvectors(graph, dimensions)) {
      return *vectors / vectors->cwiseAbs().maxCoeff();
    }
  }
  return scattered(points, dimensions, 1, engine);
}

/// Builds a graph with exp(−distance²) for every pair, distances in units of the mean distance to
/// the nearest other one. In the data's own units all pairs could be infinitely far.
Graph complete_graph(const Matrix& distances) {
  Matrix others = distances;
  others.diagonal().setConstant(HUGE_VAL);
  const double unit = others.rowwise().minCoeff().mean();
  Graph result;
  result.offsets.push_back(0);
  for (Index i = 0; i < distances.rows(); ++i) {
    for (Index j = 0; j < distances.cols(); ++j) {
      constexpr double least = 1e-30;
      const double distance = unit > 0 ? distances(i, j) / unit : 0;
      result.columns.push_back(static_cast<std::uint32_t>(j));
      result.values.push_back(std::max(std::exp(-distance * distance), least));
    }
    result.offsets.push_back(result.columns.size());
  }
  return result;
}

/// Computes the distances between the means of the components' points.
Matrix distances_between(const Components& parts, const Matrix& points) {
  Matrix means(parts.count, points.cols());
  Index row = 0;
  for (const auto& members : parts.members()) {
    means.row(row++) = points(members, Eigen::all).colwise().mean();
  }
  return tsne::squared_distances_among(means).cwiseSqrt();
}

/// Computes the components' positions: along the axes, or by their distances.
Matrix component_places(const Components& parts, const Matrix& points, Index dimensions,
                        std::mt19937_64& engine) {
  const Index count = parts.count;
  if (count > 2 * dimensions) {
    return connected_start(complete_graph(distances_between(parts, points)), dimensions, engine);
  }
  const Index half = (count + 1) / 2;
  Matrix result = Matrix::Zero(count, dimensions);
  for (Index i = 0; i < count; ++i) result(i, i % half) = i < half ? 1 : -1;
  return result;
}

/// Returns half the distance from a position to the nearest other one.
double room_at(const Matrix& places, Index own) {
  double nearest = HUGE_VAL;
  for (Index i = 0; i < places.rows(); ++i) {
    const double distance = (places.row(i) - places.row(own)).norm();
    if (distance > 0) nearest = std::min(nearest, distance);
  }
  return std::isinf(nearest) ? 1 : nearest / 2;
}

Matrix component_start(const Graph& graph, const Components& parts, const Matrix& points,
                       Index dimensions, std::mt19937_64& engine) {
  const Matrix places = component_places(parts, points, dimensions, engine);
  Matrix result(graph.points(), dimensions);
  Index part = 0;
  for (const std::vector<Index>& members : parts.members()) {
    const Matrix start = connected_start(subgraph(graph, members), dimensions, engine);
    result(members, Eigen::all) =
        (start * room_at(places, part)).rowwise() + RowVector(places.row(part));
    ++part;
  }
  return result;
}

}  // namespace

std::optional<Matrix> laplacian_eigenvectors(const Graph& graph, Index count) {
  const Adjacency adjacency(graph);
  if (graph.points() < least_iterated) {
    return with_positive_peaks(all_eigenpairs(adjacency.dense()).vectors.leftCols(count));
  }
  const auto product = [&](const double* in, double* out) { adjacency.multiply(in, out); };
  const auto found = first_eigenpairs(product, graph.points(), count,
                                      {lanczos_vectors, lanczos_restarts, lanczos_tolerance});
  if (!found) return std::nullopt;
  return with_positive_peaks(found->vectors);
}

Matrix spectral_start(const Graph& graph, const Matrix& points, Index dimensions,
                      std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Components parts = components(graph);
  Matrix start = parts.count == 1 ? connected_start(graph, dimensions, engine)
                                  : component_start(graph, parts, points, dimensions, engine);
  start *= start_width / std::max(start.cwiseAbs().maxCoeff(), 1e-300);
  start += tsne::random_coordinates(start.rows(), dimensions, noise, seed);
  const RowVector low = start.colwise().minCoeff();
  const RowVector extent = start.colwise().maxCoeff() - low;
  for (Index k = 0; k < dimensions; ++k) {
    start.col(k) = (start.col(k).array() - low[k]) * (extent[k] > 0 ? start_width / extent[k] : 0);
  }
  return start;
}

int epochs(const Options& options, Eigen::Index points) {
  constexpr Eigen::Index many_points = 10'000;
  constexpr int few_epochs = 200;
  constexpr int many_epochs = 500;
  if (options.epochs > 0) return options.epochs;
  return points <= many_points ? many_epochs : few_epochs;
}

Matrix umap(const Matrix& points, const Options& options) {
  if (points.rows() < 2) return Matrix::Zero(points.rows(), options.dimensions);
  const int rounds = epochs(options, points.rows());
  const Index others = std::min(options.neighbours, points.rows()) - 1;
  const Graph graph =
      without_weak(fuzzy_union(tsne::nearest_neighbours(points, others)), 1.0 / rounds);
  return layout(graph, fitted_curve(options.min_dist, options.spread),
                spectral_start(graph, points, options.dimensions, options.seed), rounds,
                options.seed);
}

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

FinishedUmap::FinishedUmap(const Matrix& coordinates, const Curve& curve)
    : tsne::FinishedMap(coordinates),
      curve_(curve),
      weights_(Vector::Constant(coordinates.rows(), repulsions_per_attraction /
                                                        static_cast<double>(coordinates.rows()))) {}

tsne::PlaceFit FinishedUmap::fit(const tsne::NeighbourAffinities& affinities, Index row,
                                 const tsne::Position& place) const {
  const RepulsionAndLoss repulsive = point_repulsion(place.data(), in_columns(), weights_, curve_);
  tsne::PlaceFit fit;
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

tsne::Position FinishedUmap::start(const tsne::NeighbourAffinities& affinities, Index row) const {
  const Index count = affinities.neighbours.count;
  tsne::Position mean = tsne::Position::Zero(1, dimensions());
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    mean += affinities.values[at] * coordinates().row(Index{affinities.neighbours.indices[at]});
  }
  return mean;
}

}  // namespace dsne::umap
