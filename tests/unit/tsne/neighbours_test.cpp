#include "tsne/neighbours.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "tsne/initialization.h"

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
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> order;
  for (const auto& entry : all) order.push_back(entry.second);
  return order;
}

}  // namespace

TEST_CASE("the nearest neighbours are those that a full sort finds") {
  for (const Eigen::Index points : {2, 17, 103}) {
    const Matrix data = dsne::random_places(points, 5, 1.0, 23);
    for (const Eigen::Index count : {Eigen::Index{1}, points / 2, points - 1}) {
      const auto found = dsne::nearest_neighbours(data, count);
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
  const auto found = dsne::nearest_neighbours(same, 3);
  CHECK(std::vector<std::uint32_t>(found.indices.begin() + 6, found.indices.begin() + 9) ==
        std::vector<std::uint32_t>{0, 1, 3});
  CHECK(std::all_of(found.squared_distances.begin(), found.squared_distances.end(),
                    [](double d) { return d == 0; }));
}

TEST_CASE("queries find the nearest among other points, an equal one included") {
  const Matrix candidates = dsne::random_places(30, 4, 1.0, 29);
  const auto found = dsne::nearest_candidates(candidates.topRows(5), candidates, 1);
  CHECK(found.indices == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
}
