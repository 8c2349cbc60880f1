#include "tsne/neighbours.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "tsne/tsne.h"
#include "unit/threads.h"

using dsne::Matrix;

namespace {

/// The neighbours of one query by sorting all candidates.
std::vector<std::uint32_t> sorted_candidates(const Matrix& candidates, const dsne::RowVector& query,
                                             Eigen::Index skip) {
  std::vector<std::pair<double, std::uint32_t>> all;
  for (Eigen::Index j = 0; j < candidates.rows(); ++j) {
    if (j != skip) {
      all.emplace_back((candidates.row(j) - query).squaredNorm(), static_cast<std::uint32_t>(j));
    }
  }
  std::ranges::sort(all);
  std::vector<std::uint32_t> order;
  for (const auto& entry : all) order.push_back(entry.second);
  return order;
}

}  // namespace

TEST_CASE("the nearest neighbours are those that a full sort finds") {
  for (const Eigen::Index points : {2, 17, 103}) {
    const Matrix data = dsne::tsne::random_coordinates(points, 5, 1.0, 23);
    for (const Eigen::Index count : {Eigen::Index{1}, points / 2, points - 1}) {
      const auto found = dsne::tsne::nearest_neighbours(data, count);
      for (Eigen::Index i = 0; i < points; ++i) {
        const auto expected = sorted_candidates(data, data.row(i), i);
        const auto row = found.indices.begin() + i * count;
        CHECK(std::equal(row, row + count, expected.begin()));
      }
    }
  }
}

TEST_CASE("equally near points come in the order of their index") {
  const Matrix same = Matrix::Ones(6, 3);
  const auto found = dsne::tsne::nearest_neighbours(same, 3);
  CHECK(std::vector<std::uint32_t>(found.indices.begin() + 6, found.indices.begin() + 9) ==
        std::vector<std::uint32_t>{0, 1, 3});
  CHECK(std::ranges::all_of(found.squared_distances, [](double d) { return d == 0; }));
}

TEST_CASE("queries find the nearest among other points, an equal one included") {
  const Matrix candidates = dsne::tsne::random_coordinates(30, 4, 1.0, 29);
  const auto found = dsne::tsne::nearest_candidates(candidates.topRows(5), candidates, 1);
  CHECK(found.indices == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
}

TEST_CASE("clusters, outliers, duplicates and an offset hide no neighbour") {
  Matrix data = dsne::tsne::random_coordinates(700, 20, 1.0, 31);
  for (Eigen::Index i = 0; i < 700; ++i) data.row(i).array() += 5 * static_cast<double>(i % 6);
  data.row(3) *= 1e6;
  data.middleRows(100, 40).rowwise() = data.row(100).eval();
  for (const double offset : {0.0, 1e7}) {
    const Matrix shifted = data.array() + offset;
    const auto found = dsne::tsne::nearest_neighbours(shifted, 15);
    for (Eigen::Index i = 0; i < 700; i += 9) {
      const auto expected = sorted_candidates(shifted, shifted.row(i), i);
      for (std::size_t k = 0; k < 15; ++k) {
        const auto place = static_cast<std::size_t>(i) * 15 + k;
        const auto peer = static_cast<Eigen::Index>(expected[k]);
        // Sums in another order may part equals.
        CHECK(found.squared_distances[place] ==
              doctest::Approx((shifted.row(peer) - shifted.row(i)).squaredNorm()).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("neighbours and distances have the same bits with any number of threads") {
  const Matrix data = dsne::tsne::random_coordinates(500, 10, 1.0, 37);
  const auto find = [&] { return dsne::tsne::nearest_neighbours(data, 12); };
  const auto one = with_threads(1, find);
  const auto three = with_threads(3, find);
  CHECK(one.indices == three.indices);
  CHECK(one.squared_distances == three.squared_distances);
}

TEST_CASE("points that are not finite have neighbours, and do not change the others'") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Matrix candidates = dsne::tsne::random_coordinates(40, 3, 1.0, 43);
  Matrix queries = dsne::tsne::random_coordinates(5, 3, 1.0, 44);
  const auto expected = dsne::tsne::nearest_candidates(queries, candidates, 7);
  for (const double value : {infinity, -infinity, nan, 1e308}) {
    CAPTURE(value);
    queries.row(2).setConstant(value);
    const auto found = dsne::tsne::nearest_candidates(queries, candidates, 7);
    CHECK(std::ranges::all_of(found.indices, [](std::uint32_t j) { return j < 40; }));
    CHECK(std::equal(found.indices.begin(), found.indices.begin() + 14, expected.indices.begin()));
  }
}
