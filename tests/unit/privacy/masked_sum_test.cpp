#include "privacy/masked_sum.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using dsne::Bytes32;
using dsne::Matrix;
using dsne::privacy::FixedPoint;
using dsne::privacy::PairSecrets;
using dsne::privacy::SumPlace;
using dsne::privacy::Words;

namespace {

const std::vector<std::string> names = {"a", "b", "c", "d"};

Bytes32 secret_of(const std::string& one, const std::string& other) {
  return dsne::hash_of({std::min(one, other), std::max(one, other)});
}

PairSecrets secrets_of(const std::string& site) {
  PairSecrets secrets;
  for (const std::string& other : names) {
    if (other != site) secrets[other] = secret_of(site, other);
  }
  return secrets;
}

SumPlace place(int round, Eigen::Index rows, Eigen::Index columns) {
  return {{"embed", round}, "a sum", rows, columns, dsne::hash_of({"all that was said"})};
}

Matrix random_matrix(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-3, 3);
  return Matrix::NullaryExpr(rows, columns, [&] { return uniform(generator); });
}

Words masked(const std::string& site, const Matrix& term, const SumPlace& where) {
  Words words = FixedPoint{4, names.size()}.from_matrix(term);
  dsne::privacy::add_masks(words, site, secrets_of(site), where);
  return words;
}

}  // namespace

TEST_CASE("the sum of masked terms is that of the rounded terms, to the last bit, in any order") {
  std::vector<Words> terms;
  Matrix whole = Matrix::Zero(7, 2);
  const FixedPoint numbers{4, names.size()};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Matrix term = random_matrix(7, 2, static_cast<unsigned>(i));
    whole += (term / numbers.unit()).array().round().matrix() * numbers.unit();
    terms.push_back(masked(names[i], term, place(3, 7, 2)));
  }
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    Words sum(14);
    for (const std::size_t i : order) dsne::privacy::add(sum, terms[i]);
    CHECK(numbers.to_matrix(sum, 7, 2) == whole);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("without one site's term the sum is random") {
  Words sum(1000);
  for (const char* site : {"a", "b", "c"}) {
    dsne::privacy::add(sum, masked(site, Matrix::Ones(1000, 1), place(3, 1000, 1)));
  }
  const Matrix left = FixedPoint{4, names.size()}.to_matrix(sum, 1000, 1);
  // A random word is within the bound of four terms once in some four cases.
  CHECK((left.array().abs() > 16).count() > 200);
}

TEST_CASE("a masked word is uniform: each bit is set half of the time, whatever the data") {
  constexpr Eigen::Index count = 20000;
  for (const double value : {0.0, 3.5}) {
    const Words words = masked("b", Matrix::Constant(count, 1, value), place(1, count, 1));
    for (int bit = 0; bit < 64; ++bit) {
      const auto set = std::count_if(words.begin(), words.end(),
                                     [&](std::uint64_t word) { return (word >> bit & 1U) != 0; });
      // Six standard deviations of a binomial count.
      CHECK(std::abs(static_cast<double>(set) - count / 2.0) < 6 * std::sqrt(count / 4.0));
    }
    // Neighbouring words differ in half of their bits.
    double flips = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
      flips += static_cast<double>(std::popcount(words[i] ^ words[i - 1]));
    }
    CHECK(flips / (count - 1) == doctest::Approx(32).epsilon(0.01));
  }
}

TEST_CASE("masks differ with every part of the sum's place, and are the same at the same") {
  const Matrix term = Matrix::Zero(2, 3);
  const SumPlace here = place(1, 2, 3);
  const Words first = masked("a", term, here);
  CHECK(masked("a", term, here) == first);
  for (const SumPlace& other :
       {place(2, 2, 3), place(1, 3, 2), SumPlace{here.moment, "another sum", 2, 3, here.transcript},
        SumPlace{{"collect", 1}, here.name, 2, 3, here.transcript},
        SumPlace{here.moment, here.name, 2, 3, dsne::hash_of({"something else"})}}) {
    CHECK(masked("a", term, other) != first);
  }
}

TEST_CASE("numbers beyond the bound are clamped, and NaN counts as 0") {
  const FixedPoint numbers{2, 1};
  Matrix term(1, 5);
  term << 5, -1e300, std::numeric_limits<double>::infinity(),
      std::numeric_limits<double>::quiet_NaN(), 1.5;
  Matrix expected(1, 5);
  expected << 2, -2, 2, 0, 1.5;
  CHECK(numbers.to_matrix(numbers.from_matrix(term), 1, 5) == expected);
  const FixedPoint zero{0, 3};
  CHECK(zero.unit() > 0);
  CHECK(zero.to_matrix(zero.from_matrix(Matrix::Zero(1, 2)), 1, 2).isZero(0));
}

TEST_CASE("no sum of terms within the bound overflows, and none is rounded by more than the unit") {
  for (const double bound : {1e-3, 1.0, 1.5, 1e6}) {
    for (const std::size_t sites : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
      const FixedPoint numbers{bound, sites};
      for (const double sign : {-1.0, 1.0}) {
        Words sum(1);
        const Words term = numbers.from_matrix(Matrix::Constant(1, 1, sign * bound));
        for (std::size_t i = 0; i < sites; ++i) dsne::privacy::add(sum, term);
        const double whole = sign * bound * static_cast<double>(sites);
        CHECK(numbers.to_matrix(sum, 1, 1)(0, 0) == doctest::Approx(whole).epsilon(1e-15));
      }
      CHECK(numbers.unit() <= bound * static_cast<double>(sites) * std::ldexp(1, -61));
    }
  }
}

TEST_CASE("a tag proves the sender and the place of words") {
  const Words words = masked("a", Matrix::Ones(2, 2), place(4, 2, 2));
  const Bytes32 tag = tag_of(words, secret_of("a", "b"), place(4, 2, 2));
  CHECK(tag == tag_of(words, secret_of("b", "a"), place(4, 2, 2)));
  CHECK(tag != tag_of(words, secret_of("a", "c"), place(4, 2, 2)));
  CHECK(tag != tag_of(words, secret_of("a", "b"), place(5, 2, 2)));
  Words changed = words;
  ++changed[3];
  CHECK(tag != tag_of(changed, secret_of("a", "b"), place(4, 2, 2)));
}
