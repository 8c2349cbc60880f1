#include <algorithm>
#include <cmath>
#include <random>

#include "core/eigenpairs.h"
#include "core/uniform.h"
#include "tsne/initialization.h"
#include "umap/umap.h"

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

}  // namespace dsne::umap
