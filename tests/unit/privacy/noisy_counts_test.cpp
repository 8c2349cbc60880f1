#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "privacy/discrete_gaussian.h"
#include "reference_values.h"
#include "seeded.h"

using dsne::RowVector;
using dsne::privacy::counts_cost;
using dsne::privacy::counts_sensitivity;
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

TEST_CASE("each count has its own noise, which does not depend on the counts") {
  const auto noisy = [](const RowVector& counts) {
    auto source = seeded(5);
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

TEST_CASE("counts cost a little more than Gaussian noise of the same deviation, by 1/48 sigma^2") {
  for (const double sigma : {1.5, 3.0, 5.28, 12.0, 31.0}) {
    CAPTURE(sigma);
    const double excess = counts_cost(sigma).mu() / (counts_sensitivity / sigma) - 1;
    CHECK(excess == doctest::Approx(1 / (48 * sigma * sigma)).epsilon(0.03));
  }
  for (const double sigma : {32.0, 1000.0, 1e6}) {
    const double excess = counts_cost(sigma).mu() / (counts_sensitivity / sigma) - 1;
    CHECK(excess > 0);
    CHECK(excess < 2.1 / (sigma * sigma));
  }
  CHECK_FALSE(counts_cost(0.5).is_gaussian());
}

TEST_CASE("the noise for an epsilon of counts is the least, and that of the exact curve") {
  for (const double epsilon : {0.01, 0.2, 1.0, 4.0, 30.0}) {
    CAPTURE(epsilon);
    for (const std::int64_t releases : {1, 9}) {
      const double sigma = dsne::privacy::counts_sigma(releases, epsilon, 1e-5);
      CHECK(compose(counts_cost(sigma), releases).epsilon(1e-5) <= epsilon);
      CHECK(compose(counts_cost(sigma * (1 - 1e-6)), releases).epsilon(1e-5) > epsilon);
    }
  }
  // zCDP's conversion asked for 5.73.
  CHECK(dsne::privacy::counts_sigma(1, 1, 1e-5) == doctest::Approx(5.28).epsilon(0.001));
}

TEST_CASE("the cost of counts is at least dp-accounting's, and little more") {
  for (const auto& row : accounting_values("counts")) {
    CAPTURE(row.dump());
    const auto cost = compose(counts_cost(row.at("sigma")), row.at("releases"));
    const double epsilon = cost.epsilon(row.at("delta"));
    CHECK(epsilon >= row.at("low").get<double>());
    const double most = row.at("sigma") < 1 ? 1.1 : row.at("sigma") < 2 ? 1.025 : 1.004;
    CHECK(epsilon <= most * row.at("high").get<double>());
  }
}
