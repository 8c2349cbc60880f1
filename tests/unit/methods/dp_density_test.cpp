#include "methods/dp_density/dp_density.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "federation.h"
#include "methods/method.h"
#include "tsne/initialization.h"
#include "tsne/transform.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::exchange::SiteAnswers;
using dsne::methods::Parameters;
using dsne::quality::MapGrid;

namespace {

constexpr int side = 3;

Parameters density_parameters(double epsilon = 1) {
  Parameters p;
  p.method = "dp-density";
  p.perplexity = 5;
  p.dp_cells = side;
  p.dp_epsilon = epsilon;
  p.simulation_seed = 3;
  return p;
}

const Matrix& density_reference() {
  static const Matrix data = dsne::tsne::random_coordinates(30, 4, 1.0, 301);
  return data;
}

SiteData site_data(std::uint64_t seed, Eigen::Index points = 25) {
  return {"a", dsne::tsne::random_coordinates(points, 4, 1.0, seed)};
}

Federation federation(const Parameters& p, const std::vector<SiteData>& sites) {
  return {p, sites, density_reference(), dsne::methods::dp_density()};
}

/// What the site sends in its only round.
Json answer_of(const Parameters& p, const SiteData& site) {
  Federation run = federation(p, {site});
  return run.answer(site, run.message());
}

RowVector counts_of(const Parameters& p, const SiteData& site) {
  return dsne::vector_field(answer_of(p, site), "counts", p.dp_cells * p.dp_cells, "the answer");
}

/// The counts without noise.
RowVector true_counts(const Parameters& p, const Matrix& own) {
  const Matrix coordinates = federation(p, {}).reference_coordinates();
  return MapGrid(coordinates, p.dp_cells)
      .counts(dsne::tsne::transform(own, density_reference(), coordinates));
}

}  // namespace

TEST_CASE("a site sends whole numbers, one per cell, and nothing else") {
  const Json answer = answer_of(density_parameters(), site_data(303));
  CHECK(answer.size() == 1);
  REQUIRE(answer["counts"].size() == 9);
  for (const Json& count : answer["counts"]) CHECK(count.is_number_integer());
}

TEST_CASE("with almost no noise they are the counts of the points that single-shot places") {
  for (const int dimensions : {2, 3}) {
    Parameters p = density_parameters(100);
    p.no_dims = dimensions;
    // So that a count that is not the true one has a probability below 1e-8.
    p.dp_delta = 0.1;
    p.dp_epsilon = 100;
    const SiteData site = site_data(307);
    const RowVector counts = true_counts(p, site.own);
    CHECK(counts.sum() == 25);
    CHECK(counts.maxCoeff() < 25);
    CHECK((counts_of(p, site) - counts).cwiseAbs().maxCoeff() <= 1);
    p.placement = dsne::methods::Placement::paper;
    CHECK((counts_of(p, site) - counts).cwiseAbs().maxCoeff() <= 1);
  }
}

TEST_CASE("replacing a record changes two counts by one each, and nothing else") {
  const SiteData one = site_data(311, 10);
  const RowVector before = counts_of(density_parameters(), one);
  for (Eigen::Index i = 0; i < one.own.rows(); ++i) {
    SiteData other = one;
    other.own.row(i) *= -2;
    const RowVector change = counts_of(density_parameters(), other) - before;
    CHECK(change.sum() == 0);
    CHECK(change.cwiseAbs().sum() <= 2);
    CHECK(change.norm() <= std::sqrt(2.0));
  }
}

TEST_CASE("a run is one release, of the wanted epsilon") {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const Parameters p = density_parameters(epsilon);
    const SiteData site = site_data(313);
    Federation run = federation(p, {site});
    CHECK(run.rounds() == 1);
    run.round();
    REQUIRE(run.releases.size() == 1);
    const dsne::privacy::PrivateRelease& release = run.releases[0];
    CHECK(release.mechanism == "discrete gaussian");
    CHECK(release.sensitivity == std::sqrt(2.0));
    CHECK(release.sigma == dsne::methods::density_sigma(p));
    // A little more than Gaussian noise of that deviation.
    CHECK(release.cost.rho() > 1 / (release.sigma * release.sigma));
    CHECK(release.cost.rho() == doctest::Approx(1 / (release.sigma * release.sigma)).epsilon(0.03));
    CHECK(release.cost.epsilon(p.dp_delta) < epsilon * (1 + 1e-9));
    CHECK(release.cost.epsilon(p.dp_delta) > epsilon * (1 - 1e-9));
    CHECK(release.simulated);
    const auto plan = dsne::methods::privacy_plan(p);
    REQUIRE(plan);
    CHECK(plan->releases == 1);
    CHECK(plan->each.cost.rho() == release.cost.rho());
    CHECK_FALSE(plan->covers_coordinates);
  }
}

TEST_CASE("a release is charged before private data are used") {
  const SiteData site = site_data(317);
  Federation run = federation(density_parameters(), {site});
  dsne::methods::SiteProblem problem = run.site_problem(site);
  dsne::methods::dp_density().site(problem, Json())->round(run.message());
  CHECK(run.events == "sr");
  run.events.clear();
  Json far = run.message();
  far["reference_places"] = dsne::pack(Matrix::Constant(density_reference().rows(), 2, 1e7));
  CHECK_THROWS_AS(dsne::methods::dp_density().site(problem, Json())->round(far),
                  dsne::MessageError);
  CHECK(run.events.empty());
  problem.spend = [](const dsne::privacy::PrivateRelease&) -> dsne::privacy::KeyedSource {
    throw dsne::InputError("no budget");
  };
  const auto half = dsne::methods::dp_density().site(problem, Json());
  CHECK_THROWS_AS(half->round(run.message()), dsne::InputError);
  CHECK(run.events.empty());
}

TEST_CASE("huge points are counted too, and one point is enough") {
  SiteData site = site_data(323, 6);
  site.own.row(1).setConstant(1e300);
  site.own.row(2) *= 1e160;
  site.own.row(3).setZero();
  Parameters p = density_parameters(100);
  CHECK(true_counts(p, site.own).sum() == 6);
  CHECK(counts_of(p, site).size() == 9);
  CHECK(counts_of(p, site_data(323, 1)).size() == 9);
}

TEST_CASE("the coordinator keeps each site's counts, with the grid and the noise") {
  const std::vector<SiteData> sites = {{"a", site_data(329).own}, {"b", site_data(331, 8).own}};
  Federation run = federation(density_parameters(), sites);
  CHECK(run.coordinator()->findings().value.index() == 0);
  const Json first = run.message();
  const Matrix before = run.reference_coordinates();
  run.round();
  CHECK(run.message() == first);
  CHECK(run.reference_coordinates() == before);
  const auto found = run.coordinator()->findings();
  const auto* densities = std::get_if<dsne::quality::SiteDensities>(&found.value);
  REQUIRE(densities);
  CHECK(densities->sigma == dsne::methods::density_sigma(density_parameters()));
  CHECK(densities->grid.cells() == 9);
  REQUIRE(densities->sites.size() == 2);
  CHECK(densities->sites[1].site == "b");
  CHECK(densities->sites[1].points == 8);
  CHECK(densities->sites[0].counts == counts_of(density_parameters(), sites[0]));
}

TEST_CASE("counts that are damaged are refused") {
  const SiteData site = site_data(337);
  Federation run = federation(density_parameters(), {site});
  const auto half = run.coordinator();
  CHECK_NOTHROW(half->combine(SiteAnswers({{"a", run.answer(site, run.message())}})));
  for (const Json& bad :
       {Json(), Json("x"), Json(1), Json::array({1, 2}), Json(std::vector<double>(9, 0.5)),
        Json(std::vector<double>(9, 1e300)), Json(std::vector<std::string>(9, "1"))}) {
    CHECK_THROWS_AS(half->combine(SiteAnswers({{"a", {{"counts", bad}}}})), dsne::MessageError);
  }
  CHECK_THROWS_AS(half->combine(SiteAnswers({{"a", Json::object()}})), dsne::MessageError);
}
