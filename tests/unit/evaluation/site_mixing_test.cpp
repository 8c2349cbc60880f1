#include "tools/evaluation/site_mixing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tsne/initialization.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::site_mixing;
using dsne::tsne::random_coordinates;
using Names = std::vector<std::string>;

namespace {

/// `first` names of site a, then `second` of site b.
Names two_sites(std::size_t first, std::size_t second) {
  Names sites(first, "a");
  sites.resize(first + second, "b");
  return sites;
}

}  // namespace

TEST_CASE("sites that lie apart do not mix") {
  Matrix coordinates = random_coordinates(60, 2, 1, 27);
  coordinates.bottomRows(20).array() += 100;
  CHECK(*site_mixing(coordinates, Names(60, "x"), two_sites(40, 20)) == 0);
}

TEST_CASE("sites at random mix, however uneven") {
  const Matrix coordinates = random_coordinates(600, 2, 1, 29);
  for (const std::size_t first : {300U, 540U}) {
    const Names sites = two_sites(first, 600 - first);
    CHECK(*site_mixing(coordinates, Names(600, "x"), sites) == Approx(1).epsilon(0.05));
  }
}

TEST_CASE("points at one place are perfectly mixed, in any order") {
  CHECK(*site_mixing(Matrix::Ones(30, 2), Names(30, "x"), two_sites(13, 17)) == Approx(1));
  Names sites = two_sites(13, 17);
  std::reverse(sites.begin(), sites.end());
  CHECK(*site_mixing(Matrix::Ones(30, 2), Names(30, "x"), sites) == Approx(1));
}

TEST_CASE("twins of two sites are each other's nearest: as much more as could be") {
  Matrix coordinates(8, 2);
  for (Eigen::Index i = 0; i < 8; ++i) coordinates.row(i) << static_cast<double>(i % 4) * 10, 0.0;
  // The one nearest is foreign; of the 7 others 4 are.
  CHECK(*site_mixing(coordinates, Names(8, "x"), two_sites(4, 4), 1) == Approx(7.0 / 4));
}

TEST_CASE("points tied for the last place count in part") {
  Matrix coordinates(4, 2);
  coordinates << 0, 0, 1, 0, -1, 0, 5, 0;
  const Names sites = {"a", "a", "b", "b"};
  // Nearest of the points in turn: a or b; a; a (of 3 others 2 are foreign, or 2); a.
  const double expected = (0.5 + 0 + 1 + 1) / (2.0 / 3) / 4;
  CHECK(*site_mixing(coordinates, Names(4, "x"), sites, 1) == Approx(expected));
}

TEST_CASE("classes are measured one by one, those of one site or too few points not at all") {
  Matrix coordinates = random_coordinates(90, 3, 1, 31);
  Names labels(90, "mixed");
  Names sites;
  for (int i = 0; i < 90; ++i) sites.emplace_back(i % 2 == 0 ? "a" : "b");
  const double mixed = *site_mixing(coordinates.topRows(40), Names(40, "mixed"),
                                    Names(sites.begin(), sites.begin() + 40));
  // Forty mixed, thirty apart, ten of one site, and ten: not more than the neighbours.
  std::fill(labels.begin() + 40, labels.begin() + 70, "apart");
  std::fill(sites.begin() + 55, sites.begin() + 70, "far");
  std::fill(sites.begin() + 40, sites.begin() + 55, "near");
  coordinates.middleRows(55, 15).array() += 100;
  std::fill(labels.begin() + 70, labels.begin() + 80, "few");
  std::fill(labels.begin() + 80, labels.end(), "alone");
  std::fill(sites.begin() + 80, sites.end(), "a");
  CHECK(*site_mixing(coordinates, labels, sites) == Approx(mixed * 40 / 70));
}

TEST_CASE("points without a label or a site are left out") {
  Matrix coordinates = random_coordinates(50, 2, 1, 33);
  coordinates.bottomRows(20).array() += 100;
  Names labels(50, "x");
  Names sites = two_sites(30, 20);
  const double before = *site_mixing(coordinates.topRows(40), Names(40, "x"), two_sites(30, 10), 5);
  std::fill(labels.begin() + 40, labels.begin() + 45, "");
  std::fill(sites.begin() + 45, sites.end(), "");
  CHECK(*site_mixing(coordinates, labels, sites, 5) == before);
}

TEST_CASE("there is no mixing to measure in one site, few points or a map that is not finite") {
  CHECK_FALSE(site_mixing(Matrix(0, 2), {}, {}));
  CHECK_FALSE(site_mixing(Matrix::Ones(1, 2), {"x"}, {"a"}, 1));
  CHECK(*site_mixing(Matrix::Ones(2, 2), {"x", "x"}, {"a", "b"}, 1) == 1);
  CHECK_FALSE(site_mixing(Matrix::Ones(30, 2), Names(30, "x"), Names(30, "a")));
  CHECK_FALSE(site_mixing(Matrix::Ones(10, 2), Names(10, "x"), two_sites(5, 5)));
  CHECK(site_mixing(Matrix::Ones(11, 2), Names(11, "x"), two_sites(5, 6)));
  Matrix bad = Matrix::Ones(30, 2);
  bad(4, 0) = std::nan("");
  CHECK_FALSE(site_mixing(bad, Names(30, "x"), two_sites(15, 15)));
}
