#include "federated/multi_shot.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "federation.h"
#include "packed.h"
#include "privacy/masked_sum.h"
#include "test_points.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "tsne/tsne.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::data::stacked;
using dsne::federated::Parameters;
using dsne::federated::SiteAnswer;
using dsne::federated::SiteAnswers;

namespace {

Parameters multi_shot_parameters(int iterations) {
  Parameters p;
  p.perplexity = 8;
  p.max_iterations = iterations;
  p.initialization = dsne::federated::Initialization::pca;
  p.private_start = dsne::federated::PrivateStart::random;
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 20;
  p.schedule.momentum_switch_iteration = 30;
  return p;
}

SiteData site_data(const std::string& name, Eigen::Index points, std::uint64_t seed) {
  return {name, own_data(points, seed)};
}

double relative_error(const Matrix& actual, const Matrix& expected) {
  return (actual - expected).norm() / expected.norm();
}

/// Two matrices' largest difference.
double gap(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("one site is t-SNE on the stacked data, over a whole run") {
  const SiteData site = site_data("a", 30, 103);
  const Parameters p = multi_shot_parameters(50);
  Federation federation(p, {site}, reference_data());
  const Matrix start =
      stacked(dsne::tsne::random_coordinates(30, 2, 0.01, 7), federation.reference_coordinates());
  const auto affinities =
      dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.perplexity);
  for (int round = 1; round <= 50; ++round) {
    federation.round();
    const Matrix expected = dsne::tsne::tsne(affinities, start, p.schedule, round);
    REQUIRE(relative_error(federation.coordinates(site), expected) < 1e-5);
  }
}

TEST_CASE("one site makes t-SNE's iteration from the federated state in each of 50 rounds") {
  const SiteData site = site_data("a", 25, 107);
  const Parameters p = multi_shot_parameters(50);
  Federation federation(p, {site}, reference_data());
  const auto affinities =
      dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.perplexity);
  federation.round();
  for (int t = 1; t < 50; ++t) {
    const Json state = federation.site_state("a");
    const std::string what = "state";
    dsne::tsne::OptimizerState optimizer{
        stacked(dsne::matrix_field(state, "velocity", 25, 2, what),
                dsne::matrix_field(federation.message(), "reference_velocity", 40, 2, what)),
        dsne::matrix_field(state, "gains", 65, 2, what)};
    Matrix expected = federation.coordinates(site);
    dsne::tsne::update_optimizer(
        optimizer,
        dsne::tsne::gradient(affinities, expected, dsne::tsne::exaggeration(p.schedule, t)),
        dsne::tsne::learning_rate(p.schedule, 65), dsne::tsne::momentum(p.schedule, t));
    expected += optimizer.velocity;
    expected.rowwise() -= expected.colwise().mean().eval();
    federation.round();
    REQUIRE(relative_error(federation.coordinates(site), expected) < 1e-10);
  }
}

TEST_CASE("the reference moves by the sites' mean displacement, centred as the paper says") {
  const SiteData a = site_data("a", 30, 109);
  const SiteData b = site_data("b", 12, 113);
  Federation federation(multi_shot_parameters(5), {a, b}, reference_data());
  federation.round();
  Federation alone(multi_shot_parameters(5), {a, b}, reference_data());
  alone.round();

  const Json before = federation.message();
  const Matrix reference = federation.reference_coordinates();
  Matrix moved = reference;
  RowVector mean = RowVector::Zero(2);
  Matrix velocity = Matrix::Zero(40, 2);
  for (const SiteData& site : {a, b}) {
    const Matrix displacement = alone.open_answer(site, before).sums.at(0).values;
    moved += displacement / 2;
    velocity += displacement / 2;
  }
  for (const SiteData& site : {a, b}) {
    const Matrix own =
        dsne::matrix_field(alone.site_state(site.name), "places", site.own.rows(), 2, "a");
    mean += (own.colwise().sum() + moved.colwise().sum()) /
            static_cast<double>(own.rows() + moved.rows()) / 2;
  }
  federation.round();
  // Each of two means of two terms is exact to half the unit that the terms are rounded to.
  const double unit = dsne::privacy::FixedPoint{dsne::federated::map_bound, 2}.unit();
  CHECK(gap(federation.reference_coordinates(), moved.rowwise() - mean) < 1.5 * unit);
  const Json& after = federation.message();
  CHECK(gap(dsne::matrix_field(after, "reference_velocity", 40, 2, "a"), velocity) < unit);
  const Matrix own =
      dsne::matrix_field(alone.site_state("b"), "places", 12, 2, "a").rowwise() - mean;
  CHECK(gap(federation.coordinates(b).topRows(12), own) < 1.5 * unit);
}

TEST_CASE("several local iterations at one site are so many iterations of t-SNE") {
  const SiteData site = site_data("a", 30, 127);
  Parameters p = multi_shot_parameters(25);
  p.local_iterations = 10;
  Federation federation(p, {site}, reference_data());
  REQUIRE(federation.rounds() == 3);
  const Matrix start =
      stacked(dsne::tsne::random_coordinates(30, 2, 0.01, 7), federation.reference_coordinates());
  for (int round = 0; round < 3; ++round) federation.round();
  const auto affinities =
      dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.perplexity);
  CHECK(relative_error(federation.coordinates(site),
                       dsne::tsne::tsne(affinities, start, p.schedule, 25)) < 1e-5);
  CHECK(federation.message()["iteration"] == 25);
}

TEST_CASE("every start gives finite places of the right shape, in two and three dimensions") {
  using dsne::federated::Initialization;
  using dsne::federated::PrivateStart;
  const SiteData site = site_data("a", 9, 131);
  for (const int dimensions : {2, 3}) {
    for (const auto start : {Initialization::random, Initialization::pca, Initialization::tsne}) {
      for (const auto own_start : {PrivateStart::random, PrivateStart::placed}) {
        Parameters p = multi_shot_parameters(3);
        p.no_dims = dimensions;
        p.initialization = start;
        p.private_start = own_start;
        Federation federation(p, {site}, reference_data());
        for (int round = 0; round < 3; ++round) federation.round();
        const Matrix coordinates = federation.coordinates(site);
        CHECK(coordinates.rows() == 49);
        CHECK(coordinates.cols() == dimensions);
        CHECK(coordinates.allFinite());
      }
    }
  }
}

TEST_CASE("a message of the wrong shape, with something else than numbers or missing is refused") {
  const SiteData site = site_data("a", 10, 137);
  Parameters p = multi_shot_parameters(5);
  p.local_iterations = 2;
  Federation federation(p, {site}, reference_data());
  for (const char* name : {"iteration", "reference_places", "reference_velocity", "shift"}) {
    for (const Json& bad : {Json(), Json("x"), Json::array({1}), Json(1e300), Json(-1)}) {
      Json message = federation.message();
      message[name] = bad;
      CHECK_THROWS_AS(federation.answer(site, message), dsne::MessageError);
      message.erase(name);
      CHECK_THROWS_AS(federation.answer(site, message), dsne::MessageError);
    }
  }
  for (const char* name : {"reference_places", "reference_velocity"}) {
    for (const Json& bad : damaged(federation.message()[name])) {
      Json message = federation.message();
      message[name] = bad;
      CHECK_THROWS_AS(federation.answer(site, message), dsne::MessageError);
    }
  }
  const Json good = federation.answer(site, federation.message());
  CHECK_NOTHROW(federation.coordinator()->combine(SiteAnswers({{"a", good}})));
  for (const char* name : {"reference_displacement", "reference_velocity", "mean_of_places"}) {
    std::vector<Json> damaged_terms = {Json(), Json("x"), Json::object()};
    for (const Json& change :
         {Json{{"uint64", "!"}}, Json{{"uint64", 1}}, Json{{"rows", 41}}, Json{{"columns", -1}}}) {
      damaged_terms.push_back(good["masked"][name]);
      damaged_terms.back().update(change);
    }
    for (const Json& bad : damaged_terms) {
      Json answer = good;
      answer["masked"][name] = bad;
      CHECK_THROWS_AS(federation.coordinator()->combine(SiteAnswers({{"a", answer}})),
                      dsne::MessageError);
    }
  }
}
