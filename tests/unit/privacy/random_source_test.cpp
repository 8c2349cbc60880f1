#include "privacy/random_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/errors.h"
#include "distribution_checks.h"
#include "seeded.h"

using dsne::InputError;
using dsne::Vector;
using dsne::privacy::gaussian_noise;
using dsne::privacy::RandomSource;
using dsne::privacy::standard_normal;
using dsne::privacy::SystemSource;

namespace {

std::vector<std::uint64_t> words_of(RandomSource& source, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (auto& word : words) word = source.next();
  return words;
}

void check_bits(RandomSource& source) {
  const std::size_t count = 20000;
  const auto words = words_of(source, count);
  // Hoeffding: the share of ones is further from 1/2 with a probability below 1e-9.
  const double bits = 64.0 * static_cast<double>(count);
  double ones = 0;
  for (const auto word : words) ones += std::popcount(word);
  CHECK(std::abs(ones / bits - 0.5) < std::sqrt(std::log(2e9) / (2 * bits)));

  auto sorted = words;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

constexpr Eigen::Index noise_entries = 200000;

std::vector<double> noise_values(double sigma, RandomSource& source) {
  const Vector noise = gaussian_noise(noise_entries, sigma, source);
  return {noise.begin(), noise.end()};
}

double distance_from_normal(const std::vector<double>& values, double sigma) {
  return kolmogorov_distance(values,
                             [&](double x) { return std::erfc(-x / sigma / std::sqrt(2.0)) / 2; });
}

/// Mean and variance of n normal draws, within bounds that fail with a probability below 1e-9: the
/// mean is normal, and the sum of squares chi-square, for which Laurent and Massart bound the
/// tails.
void check_moments(const std::vector<double>& values, double sigma) {
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  double squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  const double log_odds = std::log(2e9);
  CHECK(std::abs(sum / n) < sigma * std::sqrt(2 * log_odds / n));
  const double spread = 2 * std::sqrt(log_odds / n) + 2 * log_odds / n;
  CHECK(std::abs(squares / n / (sigma * sigma) - 1) < spread);
}

/// Always returns the same word.
class ConstantSource final : public RandomSource {
 public:
  explicit ConstantSource(unsigned char byte) : byte_(byte) {}

 private:
  void fill(std::span<std::byte> bytes) override {
    std::fill(bytes.begin(), bytes.end(), std::byte{byte_});
  }
  unsigned char byte_;
};

}  // namespace

TEST_CASE("both sources give unbiased bits and no word twice") {
  SystemSource system;
  check_bits(system);
  auto keyed = seeded(1);
  check_bits(keyed);
}

TEST_CASE("a keyed stream is made by its key; system noise is never the same twice") {
  auto first = seeded(7);
  auto same = seeded(7);
  auto other = seeded(8);
  const auto words = words_of(first, 2000);
  CHECK(words_of(same, 2000) == words);
  CHECK(words_of(other, 2000) != words);
  SystemSource system;
  SystemSource again;
  CHECK(words_of(system, 4) != words_of(again, 4));
}

TEST_CASE("Gaussian noise is Gaussian, from either source") {
  SystemSource system;
  auto keyed = seeded(3);
  for (RandomSource* source :
       {static_cast<RandomSource*>(&system), static_cast<RandomSource*>(&keyed)}) {
    for (const double sigma : {1.0, 0.03, 5e6}) {
      const auto values = noise_values(sigma, *source);
      CHECK(distance_from_normal(values, sigma) < dkw_bound(values.size()));
      check_moments(values, sigma);
    }
  }
}

TEST_CASE("the check sees noise that is a twentieth too small") {
  SystemSource system;
  CHECK(distance_from_normal(noise_values(0.95, system), 1) > dkw_bound(noise_entries));
}

TEST_CASE("noise is finite for every word the source can give") {
  ConstantSource zeros(0x00);
  ConstantSource ones(0xff);
  CHECK(standard_normal(zeros) == doctest::Approx(8.2923610758135944));
  CHECK(standard_normal(ones) == doctest::Approx(-1.3914582e-16).epsilon(1e-6));
}

TEST_CASE("noise of scale 0 is 0, and bad scales are refused") {
  SystemSource system;
  CHECK(gaussian_noise(3, 0, system) == Vector::Zero(3));
  CHECK(gaussian_noise(0, 1, system).size() == 0);
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(gaussian_noise(1, bad, system), InputError);
  }
}
