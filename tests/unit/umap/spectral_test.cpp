#include <doctest/doctest.h>

#include <cmath>

#include "peer.h"
#include "tsne/tsne.h"
#include "umap/umap.h"

using dsne::Matrix;
using dsne::umap::Graph;

namespace {

Graph graph_among(const Matrix& points, Eigen::Index neighbours = 14) {
  return dsne::umap::fuzzy_union(dsne::tsne::nearest_neighbours(points, neighbours));
}

/// Clumps in a row, so far apart that no point has neighbours in another.
Matrix clumps(Eigen::Index count, Eigen::Index points, double apart) {
  Matrix result = dsne::tsne::random_coordinates(count * points, 3, 1, 7);
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    result(i, 0) += apart * static_cast<double>(i / points);
  }
  return result;
}

Matrix start_of(const Matrix& points, std::uint64_t seed = 1) {
  return dsne::umap::spectral_start(graph_among(points, 9), points, 2, seed);
}

/// The share of points whose nearest other point is of their own clump.
double together(const Matrix& places, Eigen::Index size) {
  const auto nearest = dsne::tsne::nearest_neighbours(places, 1);
  double own = 0;
  for (Eigen::Index i = 0; i < places.rows(); ++i) {
    own += i / size == nearest.indices[static_cast<std::size_t>(i)] / size ? 1 : 0;
  }
  return own / static_cast<double>(places.rows());
}

}  // namespace

TEST_CASE("the Laplacian's eigenvectors are numpy's") {
  const auto vectors =
      dsne::umap::laplacian_eigenvectors(graph_among(umap_learn_values("points", 6)), 3);
  REQUIRE(vectors.has_value());
  const Matrix peer = umap_learn_values("eigenvectors", 3);
  REQUIRE(peer.rows() == 180);
  // The peer's memberships are single precision.
  CHECK((*vectors - peer).cwiseAbs().maxCoeff() < 1e-3);
}

TEST_CASE("few points' eigenvectors are right without iterations") {
  const Graph graph = graph_among(dsne::tsne::random_coordinates(40, 3, 1, 2), 10);
  const auto vectors = dsne::umap::laplacian_eigenvectors(graph, 2);
  REQUIRE(vectors.has_value());
  CHECK((vectors->transpose() * *vectors - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff() < 1e-12);
  // An eigenvector divided by the root of the degrees is as smooth as its eigenvalue says.
  const dsne::Vector degrees = dense(graph).rowwise().sum();
  CHECK(std::abs(vectors->col(0).dot(degrees.cwiseSqrt())) < 1e-10);
}

TEST_CASE("a start fills the square from 0 to 10") {
  const Matrix start = start_of(clumps(1, 80, 0));
  CHECK(start.colwise().minCoeff().cwiseAbs().maxCoeff() < 1e-12);
  CHECK(start.colwise().maxCoeff().isApproxToConstant(10));
}

TEST_CASE("components lie apart, a few on the axes, many by their distances") {
  for (const Eigen::Index count : {2, 3, 4}) {
    CAPTURE(count);
    CHECK(together(start_of(clumps(count, 30, 100)), 30) > 0.9);
  }
  // Twelve clumps in a row: the first eigenvector tells one end from the other.
  const Matrix start = start_of(clumps(12, 30, 12));
  CHECK(start.allFinite());
  dsne::Vector middles(12);
  for (Eigen::Index i = 0; i < 12; ++i) middles[i] = start.middleRows(30 * i, 30).col(0).mean();
  const bool rising = middles.head(4).maxCoeff() < middles.tail(4).minCoeff();
  const bool falling = middles.head(4).minCoeff() > middles.tail(4).maxCoeff();
  CHECK((rising || falling));
}

TEST_CASE("a start is the same for the same seed, and finite for few points") {
  const Matrix points = clumps(3, 30, 100);
  CHECK(start_of(points, 4) == start_of(points, 4));
  CHECK(start_of(points, 4) != start_of(points, 5));
  for (const Eigen::Index points_in_all : {2, 3, 4, 5}) {
    const Matrix few = dsne::tsne::random_coordinates(points_in_all, 2, 1, 1);
    const Matrix start = dsne::umap::spectral_start(graph_among(few, 1), few, 2, 1);
    CHECK(start.rows() == points_in_all);
    CHECK(start.allFinite());
  }
}
