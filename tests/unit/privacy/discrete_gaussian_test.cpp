#include "privacy/discrete_gaussian.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <numbers>
#include <span>
#include <vector>

#include "core/errors.h"
#include "distribution_checks.h"
#include "seeded.h"

using dsne::InputError;
using dsne::privacy::discrete_gaussian_dp;
using dsne::privacy::DiscreteGaussian;
using dsne::privacy::RandomSource;
using dsne::privacy::Rational;
using dsne::privacy::SystemSource;
using dsne::privacy::exact::Decisions;
using dsne::privacy::exact::Integer;
using dsne::privacy::exact::RandomDecisions;

namespace {

constexpr std::size_t draw_count = 40000;

/// Makes decisions in every way, one path after the other.
class EnumeratedDecisions final : public Decisions {
 public:
  /// A path that ends early.
  struct Unlikely {};    ///< it is below `least`
  struct NewAttempt {};  ///< it draws a second uniform integer, which begins a new attempt

  /// @param least paths of a smaller probability are not followed
  /// @param exponentials whether exp(−γ) is one decision, or made of fractions as the program does
  EnumeratedDecisions(long double least, bool exponentials)
      : least_(least), exponentials_(exponentials) {}

  Integer uniform_below(const Integer& bound) override {
    if (uniforms_++ > 0) throw NewAttempt{};
    const auto choices = bound.convert_to<std::size_t>();
    return choose(std::vector<long double>(choices, 1.0L / static_cast<long double>(choices)));
  }
  bool bernoulli(const Integer& numerator, const Integer& denominator) override {
    return decide(numerator.convert_to<long double>() / denominator.convert_to<long double>());
  }
  bool bernoulli_exp(const Integer& numerator, const Integer& denominator) override {
    if (!exponentials_) return Decisions::bernoulli_exp(numerator, denominator);
    return decide(
        std::exp(-numerator.convert_to<long double>() / denominator.convert_to<long double>()));
  }

  /// Starts on the next path. @return false when there was none left
  bool next() {
    while (!path_.empty() && path_.back().choice + 1 == path_.back().probabilities.size()) {
      path_.pop_back();
    }
    if (path_.empty() && begun_) return false;
    if (begun_) ++path_.back().choice;
    begun_ = true;
    at_ = 0;
    uniforms_ = 0;
    probability_ = 1;
    return true;
  }
  long double probability() const { return probability_; }

 private:
  struct Branch {
    std::vector<long double> probabilities;
    std::size_t choice = 0;
  };

  bool decide(long double probability) { return choose({1 - probability, probability}) == 1; }

  std::size_t choose(const std::vector<long double>& probabilities) {
    if (at_ == path_.size()) path_.push_back({probabilities});
    const std::size_t choice = path_[at_++].choice;
    probability_ *= probabilities[choice];
    if (probability_ < least_) throw Unlikely{};
    return choice;
  }

  long double least_;
  bool exponentials_;
  std::vector<Branch> path_;
  std::size_t at_ = 0;
  int uniforms_ = 0;
  long double probability_ = 1;
  bool begun_ = false;
};

/// What an enumeration found.
template <typename Outcome>
struct Enumeration {
  std::map<Outcome, long double> outcomes;  ///< of the paths that end
  long double unlikely = 0;                 ///< of those that were not followed
  long double new_attempts = 0;             ///< of those that begin again
};

template <typename Outcome, typename Program>
Enumeration<Outcome> enumerated(EnumeratedDecisions decisions, const Program& program) {
  Enumeration<Outcome> found;
  while (decisions.next()) {
    try {
      const Outcome outcome = program(decisions);
      found.outcomes[outcome] += decisions.probability();
    } catch (const EnumeratedDecisions::Unlikely&) {
      found.unlikely += decisions.probability();
    } catch (const EnumeratedDecisions::NewAttempt&) {
      found.new_attempts += decisions.probability();
    }
  }
  return found;
}

/// Returns the given words.
class ScriptedSource final : public RandomSource {
 public:
  explicit ScriptedSource(std::deque<std::uint64_t> words) : words_(std::move(words)) {}

 private:
  void fill(std::span<std::byte> bytes) override {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      if (!words_.empty()) {
        word = words_.front();
        words_.pop_front();
      }
      std::memcpy(bytes.data() + i, &word, sizeof word);
    }
  }

  std::deque<std::uint64_t> words_;
};

/// What a bound's draw makes of a word with these leading bits, when a 0 follows.
std::int64_t drawn(std::uint64_t bound, std::uint64_t leading, unsigned bits) {
  ScriptedSource source({leading << (64 - bits), 0});
  RandomDecisions decisions(source);
  return decisions.uniform_below(bound).convert_to<std::int64_t>();
}

void check_discrete_gaussian(double variance) {
  CAPTURE(variance);
  const DiscreteGaussian distribution(variance);
  const auto found = enumerated<std::int64_t>(
      {1e-20L, true}, [&](Decisions& decisions) { return distribution.sample(decisions); });
  long double sum = 0;
  for (std::int64_t x = -400; x <= 400; ++x) {
    sum += std::exp(-static_cast<long double>(x * x) / 2 / static_cast<long double>(variance));
  }
  REQUIRE(found.unlikely < 1e-15L);
  const long double ended = 1 - found.new_attempts;
  for (const auto& [x, probability] : found.outcomes) {
    const auto expected =
        std::exp(-static_cast<long double>(x * x) / 2 / static_cast<long double>(variance)) / sum;
    CHECK(std::abs(probability / ended - expected) < 1e-14L);
  }
}

}  // namespace

// Probabilities are not estimated from draws but found by enumerating the decisions.

TEST_CASE("a bound's leading bits are each number below it once, and the others are drawn again") {
  for (const std::uint64_t bound : {1U, 2U, 3U, 5U, 7U, 8U, 13U}) {
    const auto bits = static_cast<unsigned>(std::bit_width(bound));
    for (std::uint64_t leading = 0; leading >> bits == 0; ++leading) {
      const auto expected = static_cast<std::int64_t>(leading < bound ? leading : 0);
      CHECK(drawn(bound, leading, bits) == expected);
    }
  }
}

TEST_CASE("a decision of probability exp(-gamma) is exact to the last digit") {
  for (const auto& gamma :
       std::vector<std::pair<int, int>>{{0, 1}, {1, 7}, {1, 1}, {7, 4}, {5, 1}}) {
    const int numerator = gamma.first;
    const int denominator = gamma.second;
    CAPTURE(numerator);
    CAPTURE(denominator);
    const auto found = enumerated<bool>({1e-24L, false}, [&](Decisions& decisions) {
      return decisions.bernoulli_exp(numerator, denominator);
    });
    const long double expected = std::exp(-static_cast<long double>(numerator) / denominator);
    REQUIRE(found.unlikely < 1e-17L);
    const auto yes = found.outcomes.find(true);
    CHECK(std::abs((yes == found.outcomes.end() ? 0 : yes->second) - expected) < 1e-17L);
  }
}

TEST_CASE("the discrete Gaussian has its probabilities to fourteen digits") {
  for (const double variance : {0.1, 0.5, 1.0, 2.25, 7.0, 32.8}) check_discrete_gaussian(variance);
}

TEST_CASE("a wide discrete Gaussian is the continuous one") {
  SystemSource system;
  const double sigma = 1e9;
  const DiscreteGaussian distribution(sigma * sigma);
  std::vector<double> values(draw_count);
  for (double& value : values) value = static_cast<double>(distribution.sample(system));
  const auto cdf = [=](double x) { return std::erfc(-x / sigma / std::sqrt(2.0)) / 2; };
  CHECK(kolmogorov_distance(values, cdf) < dkw_bound(draw_count));
}

TEST_CASE("uniform integers beyond 64 bits are uniform, and what is certain is decided so") {
  SystemSource system;
  RandomDecisions decisions(system);
  CHECK_FALSE(decisions.bernoulli(0, 5));
  CHECK(decisions.bernoulli(5, 5));
  CHECK_FALSE(decisions.bernoulli_exp(Integer(1) << 200, 1));
  const Integer bound = (Integer(3) << 100) + 1;
  std::vector<double> values(draw_count);
  for (double& value : values) {
    const Integer drawn = decisions.uniform_below(bound);
    REQUIRE(drawn < bound);
    value = drawn.convert_to<double>() / bound.convert_to<double>();
  }
  CHECK(kolmogorov_distance(values, [](double x) { return x; }) < dkw_bound(draw_count));
}

TEST_CASE("a double variance is taken exactly") {
  const Rational tenth(Integer(3602879701896397), Integer(1) << 55);
  CHECK(DiscreteGaussian(0.1).variance() == tenth);
  CHECK(DiscreteGaussian(std::ldexp(1.0, -1074)).variance() ==
        Rational(Integer(1), Integer(1) << 1074));
  CHECK(DiscreteGaussian(Rational(1, 3)).variance() == Rational(1, 3));
}

TEST_CASE("almost no variance gives 0, and a keyed source repeats itself") {
  SystemSource system;
  CHECK(DiscreteGaussian(1e-300).sample(system) == 0);
  auto first = seeded(9);
  auto second = seeded(9);
  const DiscreteGaussian distribution(50);
  for (int i = 0; i < 100; ++i) CHECK(distribution.sample(first) == distribution.sample(second));
}

TEST_CASE("a variance out of range is refused") {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, inf, nan, 1.3e24}) {
    CHECK_THROWS_AS(DiscreteGaussian{bad}, InputError);
  }
  CHECK_THROWS_AS(DiscreteGaussian(Rational(0)), InputError);
  CHECK_THROWS_AS(DiscreteGaussian(Rational(-1, 2)), InputError);
}

TEST_CASE("the uncounted variance covers rounding to whole numbers, in double precision") {
  const double pi = std::numbers::pi;
  const double theta = 2 * std::exp(-2 * pi * pi * dsne::privacy::uncounted_variance);
  CHECK(theta < 1.1e-34);
  // Of the sum of shares, Theorem 9 of Kairouz, Liu and Steinke.
  CHECK(10 * 65536 * std::exp(-pi * pi * dsne::privacy::min_share_variance) < 1e-60);
}

TEST_CASE("the variance for a cost is the least that costs no more") {
  CHECK(discrete_gaussian_dp(3, 400).mu() == doctest::Approx(3 / std::sqrt(396)).epsilon(1e-12));
  for (const double mu : {1e-3, 0.2, 0.8}) {
    const double variance =
        dsne::privacy::discrete_gaussian_variance(3, dsne::privacy::GaussianDp(mu));
    CHECK(discrete_gaussian_dp(3, variance).mu() == doctest::Approx(mu).epsilon(1e-12));
  }
  CHECK_THROWS_AS(discrete_gaussian_dp(1, 4), dsne::InputError);
  CHECK_THROWS_AS(discrete_gaussian_dp(0, 16), dsne::InputError);
}
