#include "privacy/adaclip.h"

#include <doctest/doctest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "privacy/random_source.h"

using dsne::Vector;
using dsne::privacy::adaclip;
using dsne::privacy::adaclip_start;
using dsne::privacy::AdaclipParameters;
using dsne::privacy::AdaclipState;

namespace {

Vector vector_of(const nlohmann::json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

AdaclipParameters parameters_of(const nlohmann::json& json) {
  return {json.at("sigma"), json.at("beta1"), json.at("beta2"), json.at("h1"),
          json.at("h2"),    json.at("m0"),    json.at("s0")};
}

}  // namespace

TEST_CASE("AdaCliP's steps agree with numpy") {
  std::ifstream file(DSNE_TEST_DATA "/adaclip/adaclip.json");
  for (const auto& run : nlohmann::json::parse(file)) {
    const auto parameters = parameters_of(run.at("parameters"));
    AdaclipState state = adaclip_start(5, parameters);
    for (const auto& step : run.at("steps")) {
      const Vector noisy =
          adaclip(vector_of(step.at("g")), state, vector_of(step.at("noise")), parameters);
      CHECK(noisy.isApprox(vector_of(step.at("g_tilde")), 1e-12));
      CHECK(state.m.isApprox(vector_of(step.at("m")), 1e-12));
      CHECK(state.s.isApprox(vector_of(step.at("s")), 1e-12));
    }
  }
}

TEST_CASE("without noise and within the clip, the gradient passes unchanged") {
  AdaclipParameters parameters;
  parameters.sigma = 0;
  parameters.s0 = 1;
  AdaclipState state = adaclip_start(3, parameters);
  const Vector gradient = Vector::LinSpaced(3, -0.1, 0.2);
  CHECK(adaclip(gradient, state, Vector::Zero(3), parameters).isApprox(gradient, 1e-15));
}

TEST_CASE("the vector under the noise is in the unit ball for any gradient") {
  const AdaclipParameters parameters;
  const auto state = adaclip_start(4, parameters);
  const Vector b = adaclip_scale(state);
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double size : {1e-9, 1.0, 1e200, 1e308, inf, nan}) {
    CAPTURE(size);
    Vector gradient = Vector::Constant(4, 1e-3);
    gradient(2) = size;
    AdaclipState after = state;
    const Vector noisy = adaclip(gradient, after, Vector::Zero(4), parameters);
    CHECK((noisy - state.m).cwiseQuotient(b).norm() <= 1 + 1e-12);
    CHECK(after.m.allFinite());
    CHECK(after.s.minCoeff() > 0);
  }
}

TEST_CASE("m and s follow from the noisy gradient alone") {
  const AdaclipParameters parameters;
  const auto state = adaclip_start(2, parameters);
  const Vector b = adaclip_scale(state);
  const Vector noise = Vector::Constant(2, 0.01);
  // Two gradients, and noise that makes the same release of both.
  const Vector first = 0.5 * b.cwiseProduct(Vector::Unit(2, 0));
  const Vector second = 0.5 * b.cwiseProduct(Vector::Unit(2, 1));
  const Vector shifted = noise + 0.5 * (Vector::Unit(2, 0) - Vector::Unit(2, 1));
  AdaclipState one = state;
  AdaclipState other = state;
  REQUIRE(adaclip(first, one, noise, parameters)
              .isApprox(adaclip(second, other, shifted, parameters), 1e-14));
  CHECK(one.m.isApprox(other.m, 1e-14));
  CHECK(one.s.isApprox(other.s, 1e-14));
}
