#include <doctest/doctest.h>

#include "quality/summarized_site.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using namespace dsne::quality;

namespace {

SummarizedSite site(const Matrix& means) {
  return {means, Vector::Constant(means.rows(), 10), RowVector::Constant(means.cols(), 0.5)};
}

const std::vector<SummarizedSite> two_sites = {site(Matrix{{10, -1, 5}, {12, 1, 5}}),
                                               site(Matrix{{11, -2, 5}, {13, 2, 5}})};

}  // namespace

TEST_CASE(
    "a site's median outside all others' rows is reported with its direction, the farthest first") {
  const auto outside = outside_others(RowVector{{13.5, -9, 5}}, two_sites);
  REQUIRE(outside.size() == 2);
  CHECK(outside[0].measure == 1);
  CHECK(outside[0].deviation < 0);
  CHECK(outside[1].measure == 0);
  CHECK(outside[1].deviation > 0);
}

TEST_CASE("a median at the border of the others' rows is not outside") {
  CHECK(outside_others(RowVector{{13, -2, 5}}, two_sites).empty());
}

TEST_CASE("a median below 0 is at a finite distance from positive rows") {
  const auto below = outside_others(RowVector{{-20, 0, 5}}, two_sites);
  REQUIRE(below.size() == 1);
  CHECK(below[0].deviation < 0);
  CHECK(below[0].deviation > -1000);
}

TEST_CASE("a measure constant at all other sites reveals any other median") {
  std::vector<SummarizedSite> constant = two_sites;
  for (SummarizedSite& other : constant) other.spread(2) = 0;
  const auto outside = outside_others(RowVector{{12, 0, 4}}, constant);
  REQUIRE(outside.size() == 1);
  CHECK(outside[0].measure == 2);
  CHECK(outside[0].deviation == -1000);
}

TEST_CASE("a single other site is not enough for a comparison") {
  CHECK(outside_others(RowVector{{90, 90, 90}}, {two_sites[0]}).empty());
}

TEST_CASE("a reference is compared with where there are fewer than two summaries") {
  Matrix points(21, 3);
  for (int i = 0; i < 21; ++i) points.row(i) << i + 1, 5, 0;
  const auto reference = reference_source(points).value();
  const RowVector far{{90, 5, 0}};
  const auto outside = outside_others(far, {reference});
  REQUIRE(outside.size() == 1);
  CHECK(outside[0].measure == 0);
  CHECK(outside[0].deviation > 0);
  CHECK(outside_others(far, {two_sites[0], reference}).size() == 1);
  CHECK(outside_others(RowVector{{21, 5, 0}}, {reference}).empty());
  // Beside two summaries its points, which reach further, hide nothing.
  CHECK(outside_others(RowVector{{13.5, 0, 5}}, {two_sites[0], two_sites[1], reference}).size() ==
        1);
}
