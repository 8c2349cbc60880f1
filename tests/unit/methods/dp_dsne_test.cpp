#include "methods/dp_dsne/dp_dsne.h"

#include <doctest/doctest.h>

#include <random>

#include "core/errors.h"
#include "core/state.h"
#include "federation.h"
#include "hostile_messages.h"
#include "privacy/adaclip.h"
#include "tsne/initialization.h"

using dsne::Json;
using dsne::Matrix;
using dsne::Vector;
using dsne::methods::Parameters;

namespace {

Parameters private_parameters(int iterations) {
  Parameters p;
  p.method = "dp-dsne";
  p.perplexity = 5;
  p.max_iterations = iterations;
  p.initialization = dsne::methods::Initialization::pca;
  p.simulation_seed = 3;
  return p;
}

const Matrix& private_reference() {
  static const Matrix data = dsne::tsne::random_coordinates(20, 4, 1.0, 201);
  return data;
}

SiteData private_site(std::uint64_t seed) {
  return {"a", dsne::tsne::random_coordinates(12, 4, 1.0, seed)};
}

/// Ignores the gradient: the rest does not come from it.
class BlindFilter final : public dsne::methods::GradientFilter {
 public:
  void charge(int, int) override {}
  Matrix filter(const Matrix& gradient, int iteration) override {
    return dsne::tsne::random_coordinates(gradient.rows(), gradient.cols(), 1e-3,
                                          static_cast<std::uint64_t>(iteration));
  }
  Json state() const override { return Json::object(); }
};

/// AdaCliP without noise.
class ClippingFilter final : public dsne::methods::GradientFilter {
 public:
  ClippingFilter(const dsne::methods::SiteProblem& problem, const Json& state)
      : settings_(problem.parameters.adaclip),
        state_(dsne::privacy::adaclip_start(
            (problem.own_points + problem.reference_points) * problem.parameters.no_dims,
            settings_)) {
    if (!state.is_null()) dsne::restore(state, state_);
  }
  void charge(int, int) override {}
  Matrix filter(const Matrix& gradient, int) override {
    return dsne::privacy::adaclip(gradient.reshaped<Eigen::RowMajor>(), state_,
                                  Vector::Zero(gradient.size()), settings_)
        .reshaped<Eigen::RowMajor>(gradient.rows(), gradient.cols());
  }
  Json state() const override { return dsne::state_of(state_); }

 private:
  dsne::privacy::AdaclipParameters settings_;
  dsne::privacy::AdaclipState state_;
};

/// dp-dsne with another filter.
dsne::methods::Method filtered(const dsne::methods::MakeGradientFilter& make_filter) {
  dsne::methods::Method method = dsne::methods::dp_dsne();
  method.site = [=](dsne::methods::SiteProblem problem, const Json& state) {
    return dsne::methods::dsne_site(std::move(problem), make_filter, state);
  };
  return method;
}

/// All that comes of a message at a site: what it sends, its terms open, and keeps; or its error.
std::string outcome(Federation& federation, const SiteData& site, const Json& message) {
  const auto half = federation.site_half(site);
  try {
    const dsne::exchange::SiteAnswer answer = half->round(message);
    Json all = {answer.fields, half->state()};
    for (const auto& term : answer.sums) all.push_back({term.name, dsne::pack(term.values)});
    return all.dump();
  } catch (const dsne::Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE(
    "whatever a site is told, all that leaves it, and every place, is of filtered gradients") {
  const auto blind = filtered([](const dsne::methods::SiteProblem&, const Json&) {
    return std::make_unique<BlindFilter>();
  });
  const SiteData one = private_site(203);
  const SiteData other = private_site(207);
  REQUIRE(one.own != other.own);
  Federation first(private_parameters(6), {one}, private_reference(), blind);
  Federation second(private_parameters(6), {other}, private_reference(), blind);
  std::mt19937 random(7);
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 50; ++i) {
      const Json asked = changed(first.message(), random);
      CHECK(outcome(first, one, asked) == outcome(second, other, asked));
    }
    first.round();
    second.round();
    CHECK(first.message() == second.message());
    CHECK(first.site_state("a") == second.site_state("a"));
  }
  const dsne::exchange::SiteAnswer last = first.site_half(one)->finish(first.message());
  CHECK(last.fields.empty());
  CHECK(last.sums.empty());
}

TEST_CASE("the filter sees the gradient: other data give other messages") {
  Federation first(private_parameters(2), {private_site(203)}, private_reference(),
                   dsne::methods::dp_dsne());
  Federation second(private_parameters(2), {private_site(207)}, private_reference(),
                    dsne::methods::dp_dsne());
  first.round();
  second.round();
  CHECK(first.message() != second.message());
}

TEST_CASE("with vanishing noise dp-dsne is dsne with the same clipping") {
  Parameters p = private_parameters(15);
  p.adaclip.sigma = 1e-6;
  const auto clipping = filtered([](const dsne::methods::SiteProblem& problem, const Json& state) {
    return std::make_unique<ClippingFilter>(problem, state);
  });
  const SiteData site = private_site(211);
  Federation noisy(p, {site}, private_reference(), dsne::methods::dp_dsne());
  Federation clipped_only(p, {site}, private_reference(), clipping);
  noisy.run();
  clipped_only.run();
  const Matrix expected = clipped_only.coordinates(site);
  CHECK((noisy.coordinates(site) - expected).norm() < 1e-4 * expected.norm());
}

TEST_CASE("each local iteration is one release of the Gaussian mechanism") {
  Parameters p = private_parameters(7);
  p.local_iterations = 3;
  p.adaclip.sigma = 0.5;
  Federation federation(p, {private_site(213)}, private_reference(), dsne::methods::dp_dsne());
  federation.round();
  CHECK(federation.releases.size() == 3);
  federation.run(2);
  REQUIRE(federation.releases.size() == 7);
  CHECK(federation.releases[0].sensitivity == 2);
  CHECK(federation.releases[0].sigma == 0.5);
  CHECK(federation.releases[0].cost.rho() == doctest::Approx(2 / 0.25));
  CHECK(federation.releases[0].simulated);
  const auto plan = dsne::methods::privacy_plan(p);
  REQUIRE(plan);
  CHECK(plan->releases == 7);
  CHECK(plan->each.cost.rho() == federation.releases[0].cost.rho());
}

TEST_CASE("a round is charged before private data are used") {
  Parameters p = private_parameters(7);
  p.local_iterations = 3;
  const SiteData site = private_site(213);
  Federation federation(p, {site}, private_reference(), dsne::methods::dp_dsne());
  dsne::methods::SiteProblem problem = federation.site_problem(site);
  dsne::methods::dp_dsne().site(problem, Json())->round(federation.message());
  CHECK(federation.events == "sssr");
  problem.spend = [](const dsne::privacy::PrivateRelease&) -> dsne::privacy::KeyedSource {
    throw dsne::InputError("no budget");
  };
  federation.events.clear();
  const auto half = dsne::methods::dp_dsne().site(problem, Json());
  CHECK_THROWS_AS(half->round(federation.message()), dsne::InputError);
  CHECK(federation.events.empty());
}

TEST_CASE("the remote cannot repeat an iteration") {
  const SiteData site = private_site(219);
  Federation federation(private_parameters(5), {site}, private_reference(),
                        dsne::methods::dp_dsne());
  const Json first = federation.message();
  federation.answer(site, first);
  CHECK_THROWS_AS(federation.answer(site, first), dsne::MessageError);
}
