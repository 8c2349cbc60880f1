#include "tools/evaluation/kmeans.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <set>
#include <string>

#include "reference_values.h"
#include "tsne/initialization.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::kmeans;
using dsne::evaluation::KMeans;
using dsne::tsne::random_coordinates;

namespace {

double inertia_by_hand(const Matrix& points, const KMeans& result) {
  double inertia = 0;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const auto cluster = result.clusters[static_cast<std::size_t>(i)];
    inertia += (points.row(i) - result.centres.row(cluster)).squaredNorm();
  }
  return inertia;
}

std::size_t clusters_used(const KMeans& result) {
  return std::set<std::uint32_t>(result.clusters.begin(), result.clusters.end()).size();
}

}  // namespace

TEST_CASE("k-means reaches scikit-learn's inertia") {
  const auto values = quality_values();
  const Matrix coordinates = matrix_of(values.at("places"));
  for (const auto& inertia : values.at("inertia").items()) {
    const std::string& count = inertia.key();
    CAPTURE(count);
    const KMeans result = kmeans(coordinates, std::stoi(count), 0, 25);
    CHECK(result.inertia == Approx(inertia.value().get<double>()).epsilon(1e-9));
    CHECK(result.inertia == Approx(inertia_by_hand(coordinates, result)));
    CHECK(result.centres.rows() == std::stoi(count));
    CHECK(clusters_used(result) == std::stoul(count));
  }
}

TEST_CASE("the same seed gives the same clusters, whatever the number of threads") {
  const Matrix points = random_coordinates(200, 2, 1, 13);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const KMeans alone = kmeans(points, 7, 5, 2);
  omp_set_num_threads(4);
  const KMeans together = kmeans(points, 7, 5, 2);
  omp_set_num_threads(threads);
  CHECK(alone.clusters == together.clusters);
  CHECK(alone.centres == together.centres);
  CHECK(alone.inertia == together.inertia);
  CHECK(kmeans(points, 7, 6, 2).clusters != alone.clusters);
}

TEST_CASE("restarts never make it worse") {
  const Matrix points = random_coordinates(200, 2, 1, 17);
  CHECK(kmeans(points, 12, 1, 10).inertia <= kmeans(points, 12, 1, 1).inertia);
}

TEST_CASE("every point is in the cluster of its nearest centre") {
  const Matrix points = random_coordinates(100, 3, 1, 19);
  const KMeans result = kmeans(points, 6);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const auto distances =
        (result.centres.rowwise() - points.row(i)).rowwise().squaredNorm().eval();
    CHECK(distances[result.clusters[static_cast<std::size_t>(i)]] == Approx(distances.minCoeff()));
  }
}

TEST_CASE("there are no more clusters than distinct points") {
  CHECK(kmeans(Matrix::Ones(1, 2), 3).clusters == std::vector<std::uint32_t>{0});
  const KMeans same = kmeans(Matrix::Constant(20, 2, 0.1), 3);
  CHECK(same.centres.rows() == 1);
  CHECK(same.inertia == Approx(0));

  Matrix two_places = Matrix::Zero(10, 2);
  two_places.bottomRows(4).setOnes();
  const KMeans two = kmeans(two_places, 5);
  CHECK(two.centres.rows() == 2);
  CHECK(clusters_used(two) == 2);
  CHECK(two.inertia == 0);
}

TEST_CASE("numbers too large to square do no harm") {
  Matrix points = random_coordinates(10, 2, 1e200, 21);
  CHECK(kmeans(points, 3).clusters.size() == 10);
}
