#include "federated/cells.h"

#include <doctest/doctest.h>

#include <random>

#include "core/errors.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::federated::CellNumbers;
using dsne::federated::Cells;
using dsne::federated::Counts;
using dsne::federated::counts_of;
using dsne::federated::merged_cells;
using dsne::federated::merged_further;
using Eigen::Index;

namespace {

/// Few subjects in most cells, many in some, none in others.
Counts random_counts(Index size, std::mt19937_64& engine) {
  std::geometric_distribution<Index> few(0.4);
  std::bernoulli_distribution many(0.1);
  Counts counts(size);
  for (Index& count : counts) count = few(engine) * (many(engine) ? 20 : 1);
  return counts;
}

Counts some_of(const Counts& all, double share, std::mt19937_64& engine) {
  Counts some(all.size());
  for (Index i = 0; i < all.size(); ++i) {
    some(i) = std::binomial_distribution<Index>(all(i), share)(engine);
  }
  return some;
}

bool are_admissible(const Counts& counts, Index min_members) {
  return ((counts.array() == 0) || (counts.array() >= min_members)).all();
}

/// Reference points on a line, at the given positions.
Matrix on_a_line(const std::vector<double>& positions) {
  return Eigen::Map<const dsne::Vector>(positions.data(), std::ssize(positions));
}

Counts counts(const std::vector<Index>& numbers) {
  return Eigen::Map<const Counts>(numbers.data(), std::ssize(numbers));
}

}  // namespace

TEST_CASE("merged cells have nobody or enough members in every count, whatever the counts") {
  std::mt19937_64 engine(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Index points = 1 + trial;
    const Matrix reference = dsne::tsne::random_coordinates(points, 3, 1.0, 5);
    Counts all = random_counts(points, engine);
    Counts keepers = some_of(all, 0.2 * (trial % 6), engine);
    all(0) += 7;
    keepers(0) += keepers.sum() > 0 ? 7 : 0;
    const Index min_members = 1 + trial % 7;
    CAPTURE(trial);
    const Cells cells = merged_cells(reference, {all, keepers}, min_members);
    REQUIRE(cells.count >= 1);
    CHECK(are_admissible(sums_by_cell(all, cells), min_members));
    CHECK(are_admissible(sums_by_cell(keepers, cells), min_members));
    CHECK(sums_by_cell(all, cells).sum() == all.sum());
    const Counts points_of_cells = counts_of(cells.of_reference, cells.count);
    CHECK(points_of_cells.minCoeff() >= 1);
    CHECK(sums_by_cell(all, cells).minCoeff() > 0);
    if (min_members == 1) CHECK(cells.count == (all.array() > 0).count());

    std::vector<bool> vetoed(static_cast<std::size_t>(cells.count));
    for (std::size_t c = 0; c < vetoed.size(); c += 3) vetoed[c] = true;
    const Counts members = sums_by_cell(all, cells);
    if ((members.array() > 0).count() < 2) continue;
    const Cells further = merged_further(cells, vetoed, reference, {all, keepers}, min_members);
    CHECK(are_admissible(sums_by_cell(all, further), min_members));
    CHECK(are_admissible(sums_by_cell(keepers, further), min_members));
    for (Index i = 0; i < points; ++i) {
      const auto cell = static_cast<std::size_t>(cells.of_reference[static_cast<std::size_t>(i)]);
      if (!vetoed[cell] || members(static_cast<Index>(cell)) == 0) continue;
      // The cell is no longer on its own.
      const Index now = further.of_reference[static_cast<std::size_t>(i)];
      CHECK(sums_by_cell(all, further)(now) > members(static_cast<Index>(cell)));
    }
  }
}

TEST_CASE("the smallest cell goes first, into the one whose members are nearest") {
  const Matrix reference = on_a_line({0, 1, 2.5, 10, 11});
  // 1 joins 0; that makes 4 and needs 2.5, whose centre is then the nearest.
  CHECK(merged_cells(reference, {counts({3, 1, 8, 9, 6})}, 5).of_reference ==
        CellNumbers{0, 0, 0, 1, 2});
  // The two far ones join each other; a point that nobody is near joins 0.
  CHECK(merged_cells(reference, {counts({6, 0, 7, 2, 3})}, 5).of_reference ==
        CellNumbers{0, 0, 1, 2, 2});
  // Enough of all, but too few of some.
  CHECK(
      merged_cells(reference, {counts({6, 6, 7, 8, 9}), counts({5, 5, 5, 2, 5})}, 5).of_reference ==
      CellNumbers{0, 1, 2, 3, 3});
  // Of equally near ones the first.
  CHECK(merged_cells(on_a_line({0, 1, 2}), {counts({5, 2, 5})}, 5).of_reference ==
        CellNumbers{0, 0, 1});
}

TEST_CASE("too few subjects for any cell are refused") {
  const Matrix reference = on_a_line({0, 1, 2});
  CHECK_THROWS_AS(merged_cells(reference, {counts({1, 1, 2})}, 5), dsne::InputError);
  CHECK_THROWS_AS(merged_cells(reference, {counts({9, 9, 9}), counts({1, 1, 2})}, 5),
                  dsne::InputError);
  CHECK(merged_cells(reference, {counts({0, 0, 0})}, 5).count == 3);
}

TEST_CASE("a veto that cannot be met is refused") {
  const Matrix reference = on_a_line({0, 1});
  const std::vector<Counts> all = {counts({9, 0})};
  const Cells cells = merged_cells(reference, all, 5);
  CHECK_THROWS_AS(merged_further(cells, {true}, reference, all, 5), dsne::InputError);
}

TEST_CASE("a subject belongs to the cell of its nearest reference point") {
  const Matrix reference = on_a_line({0, 10, 20, 30});
  const CellNumbers nearest = dsne::federated::nearest_reference_points(
      on_a_line({1, 29, -5, 12, 16}), reference, {0, 1, 2, 3});
  CHECK(nearest == CellNumbers{0, 3, 0, 1, 2});
  CHECK(counts_of(nearest, 4) == counts({2, 1, 1, 1}));
  const Cells cells{{0, 1, 1, 0}, 2};
  CHECK(in_cells(nearest, cells) == CellNumbers{0, 0, 0, 1, 1});
  CHECK(sums_by_cell(counts({2, 1, 1, 1}), cells) == counts({3, 2}));
}

TEST_CASE("subjects are counted at the nearest of the given points") {
  const Matrix reference = on_a_line({0, 10, 20, 30});
  CHECK(dsne::federated::nearest_reference_points(on_a_line({1, 29, 12}), reference, {1, 3}) ==
        CellNumbers{1, 3, 1});
}

TEST_CASE("there is a sampled point for so many subjects, at least one and at most all") {
  CHECK(dsne::federated::sampled_points(300, 60, 4).size() == 15);
  CHECK(dsne::federated::sampled_points(300, 3, 4).size() == 1);
  const std::vector<Index> all = dsne::federated::sampled_points(5, 4000, 4);
  CHECK(all == std::vector<Index>{0, 1, 2, 3, 4});
}

TEST_CASE("public groups hold every reference point, each with its nearest sampled point") {
  const Matrix reference = dsne::tsne::random_coordinates(50, 2, 1.0, 5);
  const std::vector<Index> points = dsne::federated::sampled_points(50, 40, 4);
  const Cells groups = dsne::federated::public_groups(reference, 40, 4);
  REQUIRE(groups.count == 10);
  for (Index i = 0; i < 50; ++i) {
    const Index group = groups.of_reference[static_cast<std::size_t>(i)];
    const double distance =
        (reference.row(points[static_cast<std::size_t>(group)]) - reference.row(i)).norm();
    for (const Index point : points) {
      CHECK(distance <= (reference.row(point) - reference.row(i)).norm());
    }
  }
}
