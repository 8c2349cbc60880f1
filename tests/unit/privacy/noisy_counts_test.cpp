#include "privacy/noisy_counts.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"

using dsne::RowVector;
using dsne::privacy::noisy_counts;

TEST_CASE("counts stay whole numbers, and the noise has mean 0 and the variance asked for") {
  dsne::privacy::SystemSource source;
  const Eigen::Index cells = 4000;
  const RowVector noisy = noisy_counts(RowVector::Constant(cells, 7), 3, source);
  CHECK((noisy.array() == noisy.array().round()).all());
  const RowVector noise = noisy.array() - 7;
  // Six standard errors.
  CHECK(std::abs(noise.mean()) < 6 * 3 / std::sqrt(4000.0));
  CHECK(std::abs(noise.squaredNorm() / 4000 - 9) < 6 * 9 * std::sqrt(2 / 4000.0));
  CHECK(noisy.minCoeff() < 0);
}

TEST_CASE("each count has noise of its own, and the same noise whatever the counts are") {
  const auto noisy = [](const RowVector& counts) {
    dsne::privacy::SimulationSource source(5);
    return noisy_counts(counts, 10, source);
  };
  const RowVector zero = RowVector::Zero(30);
  RowVector counts = zero;
  counts(4) = 100;
  counts(9) = 3;
  CHECK(noisy(counts) - noisy(zero) == counts);
  CHECK(noisy(zero).minCoeff() < noisy(zero).maxCoeff());
}

TEST_CASE("no cells, and noise out of range") {
  dsne::privacy::SystemSource source;
  CHECK(noisy_counts(RowVector(), 1, source).size() == 0);
  for (const double sigma : {0.0, std::numeric_limits<double>::quiet_NaN(), 1e300}) {
    CHECK_THROWS_AS(noisy_counts(RowVector::Zero(2), sigma, source), dsne::InputError);
  }
}
