// The sampler's probabilities, not estimated from draws but found by enumerating its decisions.

#include <doctest/doctest.h>

#include <bit>
#include <deque>
#include <span>

#include "enumeration.h"
#include "privacy/discrete_gaussian.h"

using dsne::privacy::DiscreteGaussian;
using dsne::privacy::exact::Decisions;
using dsne::privacy::exact::Integer;

namespace {

/// Returns the given words.
class ScriptedSource final : public dsne::privacy::RandomSource {
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
  dsne::privacy::exact::RandomDecisions decisions(source);
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
