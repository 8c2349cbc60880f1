#include "federated/joint.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "federation.h"
#include "packed.h"
#include "test_points.h"
#include "tsne/initialization.h"
#include "tsne/optimizer.h"
#include "whole_objective.h"

using dsne::Json;
using dsne::Matrix;
using dsne::data::stacked;
using dsne::federated::Parameters;
using dsne::tsne::OptimizerState;

namespace {

Parameters joint_parameters(int iterations) {
  Parameters p;
  p.method = "joint";
  p.perplexity = 8;
  p.max_iterations = iterations;
  p.initialization = dsne::federated::Initialization::pca;
  p.private_start = dsne::federated::PrivateStart::random;
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 20;
  return p;
}

SiteData joint_site(const std::string& name, Eigen::Index points, std::uint64_t seed) {
  return {name, own_data(points, seed)};
}

/// One site; two alike; three of very different size, one of them with a single point.
std::vector<std::vector<SiteData>> joint_federations() {
  return {{joint_site("a", 30, 103)},
          {joint_site("a", 20, 103), joint_site("b", 25, 107)},
          {joint_site("a", 1, 103), joint_site("b", 60, 107), joint_site("c", 5, 109)}};
}

/// Everyone's affinities as an iteration has them.
dsne::tsne::Affinities affinities_at(const std::vector<SiteData>& sites, const Parameters& given,
                                     int iteration) {
  std::vector<Matrix> data;
  for (const SiteData& site : sites) data.push_back(site.own);
  return whole_affinities(
      data, reference_data(), given.perplexity,
      dsne::federated::site_exaggeration(given.site_exaggeration, iteration, given.max_iterations));
}

/// Everyone's places, velocity or gains, [reference; site after site], as the nodes' states have
/// them.
Matrix everyone(const Federation& federation, const std::vector<SiteData>& sites,
                const std::string& member, int dimensions) {
  std::vector<Matrix> parts = {
      dsne::matrix_field(federation.coordinator_state(), member, 40, dimensions, "state")};
  for (const SiteData& site : sites) {
    parts.push_back(dsne::matrix_field(federation.site_state(site.name), member, site.own.rows(),
                                       dimensions, "state"));
  }
  return stacked(parts);
}

/// One iteration of the whole objective in one process.
void joint_iteration(const std::vector<SiteData>& sites, Matrix& coordinates,
                     OptimizerState& optimizer, const Parameters& given, int iteration) {
  const dsne::tsne::Affinities p = affinities_at(sites, given, iteration);
  const dsne::federated::JointStep step =
      dsne::federated::joint_step(given.schedule, iteration, coordinates.rows());
  const Matrix slope = dsne::tsne::gradient(p, coordinates, step.exaggeration);
  dsne::tsne::update_optimizer(optimizer, slope, step.learning_rate, step.momentum);
  coordinates += optimizer.velocity;
}

double joint_error(const Matrix& actual, const Matrix& expected) {
  return (actual - expected).norm() / expected.norm();
}

std::string refusal_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const dsne::MessageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a federated round is an iteration of the same objective in one process") {
  for (const int dimensions : {2, 3}) {
    Parameters p = joint_parameters(50);
    p.no_dims = dimensions;
    for (const std::vector<SiteData>& sites : joint_federations()) {
      CAPTURE(sites.size());
      Federation federation(p, sites, reference_data(), dsne::federated::joint());
      federation.round();
      for (int t = 0; t < 50; ++t) {
        Matrix expected = everyone(federation, sites, "places", dimensions);
        OptimizerState optimizer{everyone(federation, sites, "velocity", dimensions),
                                 everyone(federation, sites, "gains", dimensions)};
        joint_iteration(sites, expected, optimizer, p, t);
        federation.round();
        REQUIRE(joint_error(everyone(federation, sites, "places", dimensions), expected) < 1e-5);
      }
    }
  }
}

TEST_CASE("a federated run is the same descent in one process") {
  const Parameters p = joint_parameters(20);
  for (const std::vector<SiteData>& sites : joint_federations()) {
    Federation federation(p, sites, reference_data(), dsne::federated::joint());
    CHECK(federation.rounds() == 21);
    federation.round();
    Matrix expected = everyone(federation, sites, "places", 2);
    OptimizerState optimizer = OptimizerState::at_rest(expected.rows(), 2);
    for (int t = 0; t < 20; ++t) {
      joint_iteration(sites, expected, optimizer, p, t);
      federation.round();
    }
    CHECK(joint_error(everyone(federation, sites, "places", 2), expected) < 1e-4);
  }
}

TEST_CASE("a default of its own for the number of iterations") {
  Parameters p;
  CHECK(dsne::federated::iterations(p) == 5);
  p.method = "joint";
  CHECK(dsne::federated::iterations(p) == 100);
  p.max_iterations = 7;
  CHECK(dsne::federated::iterations(p) == 7);
}

TEST_CASE("a site refuses places that are not of the sites it began with") {
  const std::vector<SiteData> sites = joint_federations().back();
  Federation federation(joint_parameters(5), sites, reference_data(), dsne::federated::joint());
  const SiteData& site = sites[2];
  for (const Json& points : {Json{{"a", 1}, {"b", 60}}, Json{{"a", 1}, {"b", 60}, {"c", 6}},
                             Json{{"a", 0}, {"b", 60}, {"c", 5}}, Json(nullptr), Json(5)}) {
    Json message = federation.message();
    message["site_points"] = points;
    CHECK(refusal_of([&] { federation.answer(site, message); }).find("the remote's message") == 0);
  }
  federation.round();
  const Json good = federation.message();
  Json fewer = good;
  fewer["places"].erase("a");
  Json more = good;
  more["places"]["d"] = good["places"]["a"];
  Json none = good;
  none.erase("places");
  std::vector<Json> refused = {fewer, more, none};
  for (const char* other : {"a", "b"}) {
    for (const Json& coordinates : damaged(good["places"][other])) {
      refused.push_back(good);
      refused.back()["places"][other] = coordinates;
    }
  }
  for (const Json& message : refused) {
    CHECK(refusal_of([&] { federation.answer(site, message); }).find("the remote's message") == 0);
  }
  CHECK(refusal_of([&] { federation.answer(site, good); }).empty());
}

TEST_CASE("the coordinator names the site whose places are wrong") {
  const std::vector<SiteData> sites = joint_federations()[1];
  Federation federation(joint_parameters(5), sites, reference_data(), dsne::federated::joint());
  for (const std::string round : {"first", "later"}) {
    CAPTURE(round);
    std::map<std::string, Json> answers;
    for (const SiteData& site : sites)
      answers[site.name] = federation.site_half(site)->round(federation.message()).fields;
    const std::vector<std::string> members = {"places"};
    for (const std::string& member : members) {
      for (const Json& value : damaged(answers["b"][member])) {
        auto bad = answers;
        bad["b"][member] = value;
        CHECK(refusal_of([&] {
                federation.coordinator()->combine(dsne::federated::SiteAnswers(bad));
              }).find("the message of site b: " + member) == 0);
      }
    }
    if (round == "later") break;
    federation.round();
  }
}
