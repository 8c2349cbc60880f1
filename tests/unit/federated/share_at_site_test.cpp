#include "federated/share_at_site.h"

#include <doctest/doctest.h>

#include "tsne/initialization.h"
#include "tsne/placement.h"

using dsne::Matrix;
using dsne::federated::CellNumbers;
using dsne::federated::Cells;
using dsne::federated::Counts;
using dsne::federated::counts_of;
using dsne::federated::shares_at_site;
using dsne::tsne::NeighbourAffinities;
using Eigen::Index;

namespace {

/// Every point's affinities over the same three reference points.
NeighbourAffinities over_three(Index points, const std::vector<double>& row) {
  NeighbourAffinities affinities;
  affinities.neighbours.count = 3;
  for (Index i = 0; i < points; ++i) {
    for (std::uint32_t k = 0; k < 3; ++k) affinities.neighbours.indices.push_back(k);
    affinities.values.insert(affinities.values.end(), row.begin(), row.end());
  }
  return affinities;
}

Counts three(Index a, Index b, Index c) {
  Counts counts(3);
  counts << a, b, c;
  return counts;
}

const Cells& one_each() {
  static const Cells cells{{0, 1, 2}, 3};
  return cells;
}

}  // namespace

TEST_CASE("a point's share is that of its cells, itself not counted") {
  const NeighbourAffinities affinities = over_three(3, {0.5, 0.25, 0.25});
  const dsne::Vector shares = shares_at_site(affinities, {0, 0, 1}, one_each(), three(11, 5, 10));
  // In the first cell 1 of 10 others, in the second 1 of 5, in the third 0 of 10.
  CHECK(shares(0) == doctest::Approx(0.5 * 0.1 + 0.25 * 0.2));
  CHECK(shares(1) == shares(0));
  // 2 of 11, 0 of 4, 0 of 10.
  CHECK(shares(2) == doctest::Approx(0.5 * 2 / 11));
}

TEST_CASE("reference points of one cell share its members") {
  const Cells cells{{0, 1, 0}, 2};
  Counts members(2);
  members << 11, 6;
  const dsne::Vector shares =
      shares_at_site(over_three(2, {0.5, 0.25, 0.25}), {0, 0}, cells, members);
  CHECK(shares(0) == doctest::Approx(0.75 * 0.1));
}

TEST_CASE("cells without others say nothing") {
  const NeighbourAffinities affinities = over_three(2, {0.5, 0.25, 0.25});
  CHECK(shares_at_site(affinities, {1, 1}, one_each(), three(0, 5, 0))(0) == doctest::Approx(0.25));
  CHECK(shares_at_site(over_three(1, {0.5, 0.25, 0.25}), {1}, one_each(), three(0, 1, 0))(0) == 0);
}

TEST_CASE("no share for a point alone, all of them for a site alone, a half for one of two") {
  const Matrix reference = dsne::tsne::random_places(30, 4, 1.0, 3);
  const Matrix own = dsne::tsne::random_places(200, 4, 1.0, 5);
  const CellNumbers nearest = dsne::federated::nearest_reference_points(own, reference);
  const Counts counts = counts_of(nearest, 30);
  const Cells cells = dsne::federated::merged_cells(reference, {counts}, 5);
  const CellNumbers numbers = in_cells(nearest, cells);
  const Counts members = in_cells(counts, cells);
  const NeighbourAffinities over = dsne::tsne::map_affinities(own, reference);
  CHECK((shares_at_site(over, numbers, cells, members).array() - 1).abs().maxCoeff() < 1e-12);
  const dsne::Vector half = shares_at_site(over, numbers, cells, 2 * members);
  CHECK(half.maxCoeff() < 0.5);
  CHECK(half.mean() == doctest::Approx(0.5).epsilon(0.2));
  const NeighbourAffinities of_one = dsne::tsne::map_affinities(own.topRows(1), reference);
  CHECK(shares_at_site(of_one, {numbers[0]}, cells, members)(0) == 0);
}
