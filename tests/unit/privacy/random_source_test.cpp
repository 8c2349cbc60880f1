#include "privacy/random_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

using dsne::privacy::RandomSource;
using dsne::privacy::SimulationSource;
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

}  // namespace

TEST_CASE("both sources give unbiased bits and no word twice") {
  SystemSource system;
  check_bits(system);
  SimulationSource simulation(1);
  check_bits(simulation);
}

TEST_CASE("a simulation's stream is made by its seed and its name") {
  SimulationSource first(7, "local0, round 1");
  SimulationSource same(7, "local0, round 1");
  SimulationSource other_seed(8, "local0, round 1");
  SimulationSource other_stream(7, "local0, round 2");
  const auto words = words_of(first, 2000);
  CHECK(words_of(same, 2000) == words);
  CHECK(words_of(other_seed, 2000) != words);
  CHECK(words_of(other_stream, 2000) != words);
}

TEST_CASE("system noise is never the same twice") {
  SystemSource first;
  SystemSource second;
  CHECK(words_of(first, 4) != words_of(second, 4));
}
