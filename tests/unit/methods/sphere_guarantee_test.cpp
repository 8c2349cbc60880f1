// A group's network with a guarantee: its sensitivity, its cost, its quality.

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <random>

#include "core/uniform.h"
#include "methods/messages.h"
#include "methods/sphere/sphere.h"
#include "sphere/network.h"
#include "sphere/spherical_mds.h"
#include "sphere_runs.h"
#include "unit/data/helpers.h"

using dsne::exchange::whole_length;
using dsne::methods::network_sum;
using dsne::methods::whole_network;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Json with_epsilon(double epsilon, Json more = Json::object()) {
  more["sphere_epsilon"] = epsilon;
  more["method"] = "sphere";
  return more;
}

Parameters guaranteed(double epsilon) { return parse_parameters(with_epsilon(epsilon)); }

/// Products of signs: the networks with the largest distance.
RowVector of_signs(std::mt19937_64& engine, Eigen::Index regions) {
  const RowVector signs =
      RowVector::NullaryExpr(regions, [&] { return dsne::uniform(engine) < 0.5 ? -1.0 : 1.0; });
  return upper_triangle(signs.transpose() * signs);
}

/// A subject's possible rows, from a scan or made up.
std::vector<RowVector> possible_rows(std::mt19937_64& engine, Eigen::Index regions) {
  const Eigen::Index pairs = regions * (regions - 1) / 2;
  const auto drawn = [&](double most) -> RowVector {
    return RowVector::NullaryExpr(pairs, [&] { return most * (2 * dsne::uniform(engine) - 1); });
  };
  RowVector holes = drawn(1);
  holes(pairs / 2) = no_value;
  return {upper_triangle(network_of(regions, engine())),
          of_signs(engine, regions),
          of_signs(engine, regions),
          drawn(1),
          drawn(1e300),
          holes,
          RowVector::Constant(pairs, -1),
          RowVector::Constant(pairs, 1),
          RowVector::Zero(pairs),
          RowVector::Constant(pairs, no_value),
          RowVector::Constant(pairs, std::numeric_limits<double>::infinity()),
          RowVector::Constant(pairs, -std::numeric_limits<double>::infinity())};
}

SphereRun guaranteed_run(double epsilon, Eigen::Index regions, Eigen::Index subjects,
                         const Json& more = Json::object()) {
  return {sphere_sites(regions, subjects, 1000), regions, with_epsilon(epsilon, more)};
}

}  // namespace

TEST_CASE("no subject changes the sum of networks by more than the sensitivity") {
  std::mt19937_64 engine(5);
  double furthest = 0;
  for (const Eigen::Index regions : {2, 3, 5, 12}) {
    const double allowed = network_sum(guaranteed(1)).sensitivity;
    std::vector<RowVector> wholes;
    for (int trial = 0; trial < 20; ++trial) {
      for (const RowVector& row : possible_rows(engine, regions)) {
        const RowVector whole = whole_network(row, regions);
        REQUIRE(whole.size() == dsne::methods::whole_network_size(regions));
        CHECK(whole == whole.array().round().matrix());
        CHECK(whole.norm() <= whole_length);
        CHECK(whole.norm() > 0.999 * whole_length);
        wholes.push_back(whole);
      }
    }
    for (const RowVector& one : wholes) {
      for (const RowVector& other : wholes) furthest = std::max(furthest, (one - other).norm());
    }
    CHECK(furthest <= allowed);
  }
  CHECK(furthest > 0.99 * network_sum(guaranteed(1)).sensitivity);
}

TEST_CASE("invalid networks would be further apart if used unchanged") {
  const RowVector opposed = RowVector::Constant(3, -1);
  const RowVector together = RowVector::Constant(3, 1);
  const auto as_given = [](const RowVector& pairs) {
    RowVector vector(4);
    vector << std::sqrt(1.5), pairs;
    return RowVector(vector.normalized() * whole_length);
  };
  const double allowed = network_sum(guaranteed(1)).sensitivity;
  CHECK((as_given(opposed) - as_given(together)).norm() > 1.1 * allowed);
  CHECK((whole_network(opposed, 3) - whole_network(together, 3)).norm() <= allowed);
}

TEST_CASE("a proper network is unchanged, and any other becomes one") {
  Matrix proper = network_of(9, 4);
  proper.diagonal().setOnes();
  CHECK(dsne::sphere::proper_network(proper) == proper);
  std::mt19937_64 engine(6);
  for (const RowVector& row : possible_rows(engine, 9)) {
    const Matrix network = dsne::sphere::proper_network(dsne::sphere::network_from_pairs(row, 9));
    CHECK(difference(network, network.transpose()) < 1e-12);
    CHECK(network.diagonal() == dsne::Vector::Ones(9));
    CHECK(network.cwiseAbs().maxCoeff() <= 1 + 1e-9);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(network);
    CHECK(solver.eigenvalues().minCoeff() >= -dsne::sphere::proper_rounding * 1.01);
  }
}

TEST_CASE("without noise the sum gives the mean of networks of one length") {
  constexpr Eigen::Index regions = 10;
  constexpr Eigen::Index subjects = 40;
  const Matrix own = subjects_like(regions, subjects, 50);
  RowVector sum = RowVector::Zero(dsne::methods::whole_network_size(regions));
  RowVector expected = RowVector::Zero(own.cols());
  double weights = 0;
  for (const auto& pairs : own.rowwise()) {
    sum += whole_network(pairs, regions);
    const double weight = 1 / dsne::sphere::network_from_pairs(pairs, regions).norm();
    expected += weight * pairs;
    weights += weight;
  }
  const auto network = dsne::methods::noisy_network(sum, guaranteed(1), 3, regions, subjects);
  CHECK(difference(network.pairs, expected / weights) < 1e-3);
  CHECK(network.noise > 0);
}

TEST_CASE("a run costs what the owner allows, for any number of sites") {
  for (const double epsilon : {0.01, 1.0, 4.0, 100.0}) {
    const Parameters parameters = guaranteed(epsilon);
    for (const Eigen::Index sites : {2, 3, 200}) {
      const auto release = network_sum(parameters).release(sites);
      CHECK(release.cost.epsilon(parameters.dp_delta) <= epsilon * (1 + 1e-9));
      CHECK(release.cost.epsilon(parameters.dp_delta) > 0.999 * epsilon);
      CHECK(release.cost.rho() <= network_sum(parameters).planned().cost.rho() * (1 + 1e-12));
    }
  }
  Parameters parameters = guaranteed(1);
  const double alone = network_sum(parameters).share_variance(2);
  parameters.dp_colluding = 10;
  CHECK(network_sum(parameters).share_variance(11) == doctest::Approx(alone));
  CHECK_THROWS_WITH(network_sum(parameters).share_variance(10),
                    "a sphere with a guarantee needs more sites than dp_colluding");
}

TEST_CASE("with a guarantee a site sends its number and one sum with noise, and nothing else") {
  SphereRun run = guaranteed_run(1, 12, 10);
  CHECK(run.rounds() == 2);
  run.round();
  CHECK(run.releases.empty());
  run.round();
  CHECK(run.releases.size() == 3);
  const Json& answer = run.answers().at("a");
  CHECK(answer.size() == 1);
  CHECK(answer.at("masked").size() == 2);
  CHECK(answer.at("masked").contains("noisy_networks"));
  CHECK(answer.at("masked").contains("sites"));
  const auto group = run.group();
  CHECK_FALSE(group.mean_distances.has_value());
  CHECK_FALSE(group.ordinary.has_value());
  REQUIRE(group.fit.has_value());
  CHECK(group.fit->varying.empty());
  const auto read =
      dsne::methods::parse_group_sphere(Json::parse(dsne::to_message(group).dump()), "it");
  CHECK(*read.noise == *group.noise);
}

TEST_CASE("the sum holds every site's noise, with the stated deviation") {
  constexpr Eigen::Index regions = 40;
  SphereRun run = guaranteed_run(1, regions, 6);
  run.round();
  RowVector exact = RowVector::Zero(dsne::methods::whole_network_size(regions));
  const std::map<std::string, Json> answers = run.answers_to(run.message());
  for (const SiteData& site : run.sites()) {
    for (const auto& pairs : site.own.rowwise()) exact += whole_network(pairs, regions);
  }
  const Matrix sum =
      SiteAnswers(answers).sum("noisy_networks", 1, exact.size(), dsne::exchange::noisy_bound);
  const RowVector noise = sum.row(0) - exact;
  CHECK(noise == noise.array().round().matrix());
  const double variance = 3 * network_sum(guaranteed(1)).share_variance(3);
  CHECK(noise.squaredNorm() / static_cast<double>(noise.size()) ==
        doctest::Approx(variance).epsilon(0.25));
}

TEST_CASE("with little noise the sphere is that of all subjects, and each site sees its own") {
  SphereRun run = guaranteed_run(100, 20, 500, {{"sphere_form", "closed"}});
  run.run();
  const auto group = run.group();
  const Matrix exact =
      dsne::sphere::embed_network(run.mean_network(20), 2, dsne::sphere::Form::closed);
  CHECK(difference(dsne::sphere::turned_onto(group.places, exact), exact) < 0.2);
  CHECK(*group.noise < 0.01);
  const auto own = run.own();
  CHECK(own.places.size() == 500);
  CHECK(own.overall.minCoeff() > 0);
  CHECK(std::count(own.flagged.begin(), own.flagged.end(), true) == 0);
}

TEST_CASE("with a guarantee a site refuses others' distances and another noise") {
  SphereRun run = guaranteed_run(1, 12, 40);
  run.run();
  CHECK_NOTHROW(run.own());
  const char* distances = "a run with a guarantee tells no distances of subjects";
  // With these every subject would be flagged.
  run.check_refused("/ordinary_distances", {{"log_centre", -10}, {"log_deviation", 0.1}},
                    distances);
  run.check_refused("/mean_distances", std::vector<double>(12, 0.5), distances);
  run.check_refused("/fit/varying", {{{"from", 0}, {"to", 1}, {"mean", 0.5}, {"deviation", 0.1}}},
                    "a run with a guarantee does not tell which correlations vary");
  const double told = run.result().at("noise");
  for (const Json& lie : {Json(nullptr), Json(0), Json(-told), Json(told / 4), Json(told * 4)}) {
    run.check_refused("/noise", lie, "noise is not that of this run");
  }
}

TEST_CASE("no subject's numbers end a run with a guarantee") {
  std::mt19937_64 engine(7);
  std::vector<SiteData> sites = sphere_sites(9, 12, 1000);
  const std::vector<RowVector> rows = possible_rows(engine, 9);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sites[0].own.row(static_cast<Eigen::Index>(i)) = rows[i];
  }
  SphereRun run(sites, 9, with_epsilon(0.05));
  run.run();
  CHECK(difference(run.group().places.rowwise().norm(), dsne::Vector::Ones(9)) < 1e-9);
  CHECK(run.own().overall.allFinite());
}

TEST_CASE("no noisy network is requested without a guarantee, or of more than 400 regions") {
  SphereRun without(sphere_sites(12, 10), 12);
  without.round();
  const auto noisy = [](Json message) {
    message["stage"] = "noisy";
    return message;
  };
  const std::string by = "the remote's message: ";
  CHECK(without.refusal(without.sites()[0], noisy(without.message())) ==
        by + dsne::methods::unexpected_stage);
  SphereRun run = guaranteed_run(1, 401, 2);
  CHECK_THROWS_WITH(run.round(), "a sphere with a guarantee has at most 400 regions");
  dsne::methods::SiteProblem problem = run.site_problem(run.sites()[0]);
  problem.parameters = parse_parameters(with_epsilon(1, {{"least_in_sums", 1}}));
  const auto site = dsne::methods::sphere_method().site(
      problem, {{"answered", "size"}, {"subjects", 0}, {"rounds", 0}});
  const Json subjects = dsne::pack(Matrix::Constant(1, 1, 30));
  CHECK_THROWS_WITH(
      site->round(noisy({{"subjects", subjects}, {"regions", numbered_regions(401)}})),
      (by + "networks are too large to be asked for").c_str());
  CHECK(run.releases.empty());
}
