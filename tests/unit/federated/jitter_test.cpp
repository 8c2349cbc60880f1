#include "federated/jitter.h"

#include <doctest/doctest.h>

#include "federated/methods/dp_dsne.h"
#include "federated/methods/joint.h"
#include "federated/methods/multi_shot.h"
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

/// A site's places after the rounds of a run of two.
struct Places {
  Matrix last_round;
  Matrix settled;
};

Places run_of(const Method& method, Parameters p, double jitter) {
  const std::vector<SiteData> sites = {{"a", own_data(30, 103)}, {"b", own_data(25, 107)}};
  p.method = method.name();
  p.jitter = jitter;
  p.simulation_seed = 5;
  Federation federation(p, sites, reference_data(), method);
  for (int round = 0, rounds = federation.rounds(); round < rounds; ++round) federation.round();
  const Matrix last_round =
      dsne::matrix_field(federation.site_state("a"), "places", 30, p.no_dims, "state");
  return {last_round, federation.coordinates(sites.front()).topRows(30)};
}

Places places_after(const Method& method, double jitter, int iterations,
                    dsne::federated::Placement placement = dsne::federated::Placement::reference) {
  Parameters p;
  p.perplexity = 8;
  p.max_iterations = iterations;
  p.placement = placement;
  return run_of(method, p, jitter);
}

double root_mean_square(const Matrix& moves) {
  return moves.norm() / std::sqrt(static_cast<double>(moves.size()));
}

std::uint64_t first_of(KeyedSource source) { return source.next(); }

}  // namespace

TEST_CASE("each coordinate moves by a normal step of its own") {
  const Matrix moves = dsne::federated::jittered(
      Matrix::Zero(5000, 2), 0.5, [](const std::string&) { return KeyedSource(Bytes32{7}); });
  CHECK(moves.mean() == doctest::Approx(0).epsilon(0.02));
  CHECK(root_mean_square(moves) == doctest::Approx(0.5).epsilon(0.02));
  const double together = moves.col(0).dot(moves.col(1)) / 5000;
  CHECK(std::abs(together) < 0.02);
}

TEST_CASE("without jitter nothing moves, and no secret is needed") {
  CHECK(dsne::federated::jittered(own_data(5, 1), 0, nullptr) == own_data(5, 1));
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

TEST_CASE("sites move their places in joint, and in dsne from the sixth iteration on") {
  const std::vector<std::pair<const Method*, int>> runs = {{&dsne::federated::joint(), 1},
                                                           {&dsne::federated::multi_shot(), 6}};
  for (const auto& run : runs) {
    const Method& method = *run.first;
    CAPTURE(method.name());
    const Places still = places_after(method, 0, run.second);
    CHECK(places_after(method, 0, run.second).settled == still.settled);
    const Matrix moved = places_after(method, 1e-3, run.second).last_round;
    CHECK(root_mean_square(moved - still.last_round) > 1e-4);
    CHECK(root_mean_square(moved - still.last_round) < 0.1);
    CHECK(places_after(method, 1e-3, run.second).last_round != moved);
  }
  CHECK(places_after(dsne::federated::multi_shot(), 1, 5).settled ==
        places_after(dsne::federated::multi_shot(), 0, 5).settled);
}

TEST_CASE("dsne's places settle only where they were moved: its one long round begins without") {
  Parameters p;
  p.perplexity = 8;
  p.max_iterations = 8;
  p.local_iterations = 8;
  const auto places_of = [&](double jitter) {
    return run_of(dsne::federated::multi_shot(), p, jitter);
  };
  CHECK(places_of(1).settled == places_of(0).settled);
}

TEST_CASE("noise is not added to where it is counted, nor to the published form") {
  CHECK(places_after(dsne::federated::dp_dsne(), 1, 7).settled ==
        places_after(dsne::federated::dp_dsne(), 0, 7).settled);
  const auto paper = dsne::federated::Placement::paper;
  CHECK(places_after(dsne::federated::multi_shot(), 1, 7, paper).settled ==
        places_after(dsne::federated::multi_shot(), 0, 7, paper).settled);
}

TEST_CASE("which runs have jitter, and which need none") {
  const auto of_run = [](const char* method, int iterations) {
    Parameters p;
    p.method = method;
    p.max_iterations = iterations;
    p.jitter = 0.3;
    return p;
  };
  CHECK(dsne::federated::jitter_of(of_run("joint", 1)) == 0.3);
  CHECK(dsne::federated::jitter_of(of_run("dsne", 6)) == 0.3);
  CHECK(dsne::federated::jitter_of(of_run("dsne", 5)) == std::nullopt);
  CHECK(dsne::federated::jitter_of(of_run("dsne", 0)) == std::nullopt);
  CHECK(dsne::federated::jitter_of(of_run("single-shot", 100)) == std::nullopt);
  CHECK(dsne::federated::jitter_of(of_run("dp-dsne", 100)) == std::nullopt);
  Parameters published = of_run("dsne", 6);
  published.placement = dsne::federated::Placement::paper;
  CHECK(dsne::federated::jitter_of(published) == 0);
}

TEST_CASE("after the last round the places settle, without noise") {
  const std::vector<SiteData> sites = {{"a", own_data(30, 103)}, {"b", own_data(25, 107)}};
  for (const Method* method : {&dsne::federated::joint(), &dsne::federated::multi_shot()}) {
    CAPTURE(method->name());
    Parameters p;
    p.method = method->name();
    p.perplexity = 8;
    p.max_iterations = 12;
    p.jitter = 0;
    Federation federation(p, sites, reference_data(), *method);
    for (int round = 0, rounds = federation.rounds(); round < rounds; ++round) federation.round();
    dsne::Json state = federation.site_state("a");
    const Matrix moved = dsne::matrix_field(state, "places", 30, 2, "state") +
                         dsne::tsne::random_coordinates(30, 2, 0.5, 3);
    state["places"] = dsne::pack(moved);
    SiteProblem problem = federation.site_problem(sites.front());
    problem.parameters.jitter = 0.5;
    const auto settled = [&] {
      const auto half = method->site(problem, state);
      federation.finish(sites.front(), *half, federation.message());
      return half->coordinates();
    };
    CHECK(settled() == settled());
    CHECK(settled() != moved);
  }
}
