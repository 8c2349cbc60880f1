#include <random>

#include "core/state.h"
#include "hostile_messages.h"
#include "method_runs.h"
#include "methods/dsne/dsne.h"
#include "privacy/adaclip.h"

namespace {

Json private_run(int iterations) { return short_run("dp-dsne", {{"max_iterations", iterations}}); }

SiteData private_site(std::uint64_t seed) { return {"a", own_data(12, seed)}; }

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
  const Parameters parameters = parse_parameters(private_run(6));
  Federation first(parameters, {one}, reference_data(), blind);
  Federation second(parameters, {other}, reference_data(), blind);
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
  Federation first(private_run(2), {private_site(203)}, reference_data());
  Federation second(private_run(2), {private_site(207)}, reference_data());
  first.round();
  second.round();
  CHECK(first.message() != second.message());
}

TEST_CASE("with vanishing noise dp-dsne is dsne with the same clipping") {
  Parameters p = parse_parameters(private_run(15));
  p.adaclip.sigma = 1e-6;
  const auto clipping = filtered([](const dsne::methods::SiteProblem& problem, const Json& state) {
    return std::make_unique<ClippingFilter>(problem, state);
  });
  const SiteData site = private_site(211);
  Federation noisy(p, {site}, reference_data(), dsne::methods::dp_dsne());
  Federation clipped_only(p, {site}, reference_data(), clipping);
  noisy.run();
  clipped_only.run();
  const Matrix expected = clipped_only.coordinates(site);
  CHECK((noisy.coordinates(site) - expected).norm() < 1e-4 * expected.norm());
}

TEST_CASE("each local iteration is one release of the Gaussian mechanism") {
  Json given = private_run(7);
  given.update({{"local_iterations", 3}, {"dp_sigma", 0.5}});
  Federation federation(given, {private_site(213)}, reference_data());
  federation.round();
  CHECK(federation.releases.size() == 3);
  federation.run(2);
  REQUIRE(federation.releases.size() == 7);
  const dsne::privacy::PrivateRelease& first = federation.releases[0];
  CHECK(first.sensitivity == 2);
  CHECK(first.sigma == 0.5);
  CHECK(first.cost.rho() == doctest::Approx(2 / 0.25));
  CHECK(first.simulated);
  const auto plan = dsne::methods::privacy_plan(parse_parameters(given));
  REQUIRE(plan);
  CHECK(plan->releases == 7);
  CHECK(plan->each.cost.rho() == first.cost.rho());
}
