#include "federated/jitter.h"

#include <doctest/doctest.h>

#include "federated/dp_dsne.h"
#include "federated/joint.h"
#include "federated/multi_shot.h"
#include "federation.h"
#include "test_points.h"

using dsne::Bytes32;
using dsne::Matrix;
using dsne::federated::Method;
using dsne::federated::Parameters;
using dsne::federated::SiteProblem;
using dsne::federated::SiteSums;
using dsne::privacy::KeyedSource;

namespace {

SiteProblem problem_with(double jitter) {
  SiteProblem problem;
  problem.parameters.jitter = jitter;
  problem.secret_source = [](const std::string&) { return KeyedSource(Bytes32{7}); };
  return problem;
}

/// A site's places after some rounds of a run of two.
Matrix places_after(const Method& method, double jitter, int iterations) {
  const std::vector<SiteData> sites = {{"a", own_data(30, 103)}, {"b", own_data(25, 107)}};
  Parameters p;
  p.method = method.name();
  p.perplexity = 8;
  p.max_iterations = iterations;
  p.jitter = jitter;
  p.simulation_seed = 5;
  Federation federation(p, sites, reference_data(), method);
  for (int round = 0, rounds = federation.rounds(); round < rounds; ++round) federation.round();
  return federation.coordinates(sites.front()).topRows(30);
}

double root_mean_square(const Matrix& moves) {
  return moves.norm() / std::sqrt(static_cast<double>(moves.size()));
}

std::uint64_t first_of(KeyedSource source) { return source.next(); }

}  // namespace

TEST_CASE("each coordinate moves by a normal step of its own") {
  const Matrix moves = jittered(problem_with(0.5), Matrix::Zero(5000, 2));
  CHECK(moves.mean() == doctest::Approx(0).epsilon(0.02));
  CHECK(root_mean_square(moves) == doctest::Approx(0.5).epsilon(0.02));
  const double together = moves.col(0).dot(moves.col(1)) / 5000;
  CHECK(std::abs(together) < 0.02);
}

TEST_CASE("without jitter nothing moves, and no secret is needed") {
  SiteProblem problem;
  problem.parameters.jitter = 0;
  CHECK(jittered(problem, own_data(5, 1)) == own_data(5, 1));
}

TEST_CASE("a site's secret numbers come again with the step, and with no other") {
  SiteSums site = SiteSums::begin("a", std::nullopt);
  const auto after = [&](const dsne::Json& message, int round) {
    SiteSums heard(site.state(), "a");
    heard.hear(message, {"embed", round});
    return heard;
  };
  const std::uint64_t first = first_of(after({{"x", 1}}, 1).secret_source("jitter"));
  CHECK(first_of(after({{"x", 1}}, 1).secret_source("jitter")) == first);
  CHECK(first_of(after({{"x", 2}}, 1).secret_source("jitter")) != first);
  CHECK(first_of(after({{"x", 1}}, 2).secret_source("jitter")) != first);
  CHECK(first_of(after({{"x", 1}}, 1).secret_source("other")) != first);
  site = SiteSums::begin("a", std::nullopt);
  CHECK(first_of(after({{"x", 1}}, 1).secret_source("jitter")) != first);
}

TEST_CASE(
    "sites move their places in every round of dsne and joint, and not where noise is counted") {
  for (const auto* method : {&dsne::federated::multi_shot(), &dsne::federated::joint()}) {
    CAPTURE(method->name());
    const Matrix still = places_after(*method, 0, 1);
    CHECK(places_after(*method, 0, 1) == still);
    const double once = root_mean_square(places_after(*method, 1e-3, 1) - still);
    CHECK(once > 0.3e-3);
    CHECK(once < 10e-3);
    CHECK(places_after(*method, 1e-3, 1) != places_after(*method, 1e-3, 1));
  }
  CHECK(places_after(dsne::federated::dp_dsne(), 10, 1) ==
        places_after(dsne::federated::dp_dsne(), 0, 1));
}
