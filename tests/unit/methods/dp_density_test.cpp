#include "methods/dp_density/dp_density.h"

#include <cmath>

#include "method_runs.h"
#include "methods/method.h"
#include "tsne/tsne.h"

using dsne::quality::MapGrid;

namespace {

Json density_run(const Json& more = Json::object()) { return short_run("dp-density", more); }

Federation federation(const Json& given, const std::vector<SiteData>& sites) {
  return {given, sites, reference_data()};
}

RowVector counts_of(const Json& given, const Matrix& own) {
  Federation run = federation(given, {{"a", own}});
  run.round();
  const Json& answer = run.answers().at("a");
  return dsne::vector_field(answer, "counts", std::ssize(answer["counts"]), "it");
}

/// The counts without noise, on a grid of three cells along each axis.
RowVector true_counts(const Json& given, const Matrix& own) {
  const Matrix coordinates = federation(given, {}).reference_coordinates();
  return MapGrid(coordinates, 3).counts(dsne::tsne::transform(own, reference_data(), coordinates));
}

}  // namespace

TEST_CASE("with almost no noise they are the counts of the points that single-shot places") {
  const Matrix own = own_data(25, 307);
  for (const int dimensions : {2, 3}) {
    for (const char* placement : {"reference", "paper"}) {
      // A count that is not the true one has a probability below 1e-8.
      const Json given = density_run({{"no_dims", dimensions},
                                      {"placement", placement},
                                      {"dp_epsilon", 100},
                                      {"dp_delta", 0.001}});
      const RowVector counts = true_counts(given, own);
      CHECK(counts.sum() == 25);
      CHECK(counts.maxCoeff() < 25);
      CHECK((counts_of(given, own) - counts).cwiseAbs().maxCoeff() <= 1);
    }
  }
}

TEST_CASE("replacing a record changes two counts by one each, and nothing else") {
  const Matrix own = own_data(10, 311);
  const RowVector before = counts_of(density_run(), own);
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    Matrix other = own;
    other.row(i) *= -2;
    const RowVector change = counts_of(density_run(), other) - before;
    CHECK(change.sum() == 0);
    CHECK(change.cwiseAbs().sum() <= 2);
    CHECK(change.norm() <= std::sqrt(2.0));
  }
}

TEST_CASE("a run is one release, of the wanted epsilon") {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const Json given = density_run({{"dp_epsilon", epsilon}});
    const Parameters p = parse_parameters(given);
    Federation run = federation(given, {{"a", own_data(25, 313)}});
    run.run();
    REQUIRE(run.releases.size() == 1);
    const dsne::privacy::PrivateRelease& release = run.releases[0];
    CHECK(release.mechanism == "discrete gaussian");
    CHECK(release.sensitivity == std::sqrt(2.0));
    CHECK(release.sigma == dsne::methods::density_sigma(p));
    // A little more than Gaussian noise of that deviation.
    CHECK(release.cost.rho() > 1 / (release.sigma * release.sigma));
    CHECK(release.cost.rho() == doctest::Approx(1 / (release.sigma * release.sigma)).epsilon(0.03));
    CHECK(release.cost.epsilon(p.dp_delta) == doctest::Approx(epsilon).epsilon(1e-9));
    CHECK(release.simulated);
    const auto plan = dsne::methods::privacy_plan(p);
    REQUIRE(plan);
    CHECK(plan->releases == 1);
    CHECK(plan->each.cost.rho() == release.cost.rho());
    CHECK_FALSE(plan->covers_coordinates);
  }
}

TEST_CASE("huge points are counted too, and one point is enough") {
  Matrix own = own_data(6, 323);
  own.row(1).setConstant(1e300);
  own.row(2) *= 1e160;
  own.row(3).setZero();
  const Json given = density_run({{"dp_epsilon", 100}});
  CHECK(true_counts(given, own).sum() == 6);
  CHECK(counts_of(given, own).size() == 9);
  CHECK(counts_of(given, own.row(0)).size() == 9);
}

TEST_CASE("the coordinator keeps each site's counts, with the grid and the noise") {
  Federation run = federation(density_run(), {{"a", own_data(25, 329)}, {"b", own_data(8, 331)}});
  CHECK(run.coordinator()->findings().value.index() == 0);
  const Matrix before = run.reference_coordinates();
  run.round();
  CHECK(run.reference_coordinates() == before);
  const auto found = run.coordinator()->findings();
  const auto* densities = std::get_if<dsne::quality::SiteDensities>(&found.value);
  REQUIRE(densities);
  CHECK(densities->sigma == dsne::methods::density_sigma(parse_parameters(density_run())));
  CHECK(densities->grid.cells() == 9);
  REQUIRE(densities->sites.size() == 2);
  CHECK(densities->sites[1].site == "b");
  CHECK(densities->sites[1].points == 8);
  CHECK(dsne::json_array(densities->sites[0].counts) == run.answers().at("a")["counts"]);
}
