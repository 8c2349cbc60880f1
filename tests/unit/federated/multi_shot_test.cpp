#include "federated/methods/multi_shot.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/errors.h"
#include "federated/methods/federation_view.h"
#include "federation.h"
#include "packed.h"
#include "privacy/masked_sum.h"
#include "quality/label_accuracy.h"
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
  p.jitter = 0;
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

/// The rounds before the first iteration.
void count_subjects(Federation& federation) {
  while (federation.message().at("stage") != "iterate") federation.round();
}

/// Two matrices' largest difference.
double gap(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("one site is t-SNE on the stacked data, over a whole run") {
  const SiteData site = site_data("a", 30, 103);
  Parameters p = multi_shot_parameters(50);
  // The start along components is so narrow that sums' last digits tell in the end.
  p.initialization = dsne::federated::Initialization::random;
  Federation federation(p, {site}, reference_data());
  count_subjects(federation);
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
  count_subjects(federation);
  const auto affinities =
      dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.perplexity);
  federation.round();
  for (int t = 1; t < 50; ++t) {
    const Json state = federation.site_state("a");
    const std::string what = "state";
    dsne::tsne::OptimizerState optimizer{
        stacked(dsne::matrix_field(state, "velocity", 25, 2, what),
                dsne::matrix_field(federation.message(), "reference_velocity", 40, 2, what)),
        stacked(dsne::matrix_field(state, "gains", 65, 2, what).topRows(25),
                dsne::matrix_field(federation.coordinator_state(), "gains", 40, 2, what))};
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

TEST_CASE("as published, the reference moves by the sites' mean displacement and is centred") {
  const SiteData a = site_data("a", 30, 109);
  const SiteData b = site_data("b", 12, 113);
  Parameters p = multi_shot_parameters(5);
  p.placement = dsne::federated::Placement::paper;
  Federation federation(p, {a, b}, reference_data());
  federation.round();
  const Matrix reference = federation.reference_coordinates();
  federation.round();
  Matrix moved = reference;
  RowVector mean = RowVector::Zero(2);
  Matrix velocity = Matrix::Zero(40, 2);
  for (const SiteData& site : {a, b}) {
    const Matrix displacement = federation.open_answers().at(site.name).sums.at(0).values;
    moved += displacement / 2;
    velocity += displacement / 2;
  }
  for (const SiteData& site : {a, b}) {
    const Matrix own =
        dsne::matrix_field(federation.site_state(site.name), "places", site.own.rows(), 2, "a");
    mean += (own.colwise().sum() + moved.colwise().sum()) /
            static_cast<double>(own.rows() + moved.rows()) / 2;
  }
  // Each of two means of two terms is exact to half the unit that the terms are rounded to.
  const double unit = dsne::privacy::FixedPoint{dsne::federated::map_bound, 2}.unit();
  CHECK(gap(federation.reference_coordinates(), moved.rowwise() - mean) < 1.5 * unit);
  const Json& after = federation.message();
  CHECK(gap(dsne::matrix_field(after, "reference_velocity", 40, 2, "a"), velocity) < unit);
  const Matrix own =
      dsne::matrix_field(federation.site_state("b"), "places", 12, 2, "a").rowwise() - mean;
  CHECK(gap(federation.coordinates(b).topRows(12), own) < 1.5 * unit);
}

TEST_CASE("several local iterations at one site are so many iterations of t-SNE") {
  const SiteData site = site_data("a", 30, 127);
  Parameters p = multi_shot_parameters(25);
  p.local_iterations = 10;
  Federation federation(p, {site}, reference_data());
  count_subjects(federation);
  REQUIRE(federation.rounds() == 2 + 3);
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
        for (int round = federation.rounds(); round > 0; --round) federation.round();
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
  count_subjects(federation);
  federation.round();
  for (const char* name : {"iteration", "reference_places", "reference_velocity", "shift", "stage",
                           "reference_gains", "sums"}) {
    for (const Json& bad : {Json(), Json("x"), Json::array({1}), Json(1e300), Json(-1)}) {
      Json message = federation.message();
      message[name] = bad;
      CHECK_THROWS_AS(federation.open_answer(site, message), dsne::MessageError);
      message.erase(name);
      CHECK_THROWS_AS(federation.open_answer(site, message), dsne::MessageError);
    }
  }
  for (const char* name : {"reference_places", "reference_velocity", "reference_gains"}) {
    for (const Json& bad : damaged(federation.message()[name])) {
      Json message = federation.message();
      message[name] = bad;
      CHECK_THROWS_AS(federation.open_answer(site, message), dsne::MessageError);
    }
  }
  const Json good = federation.answer(site, federation.message());
  CHECK_NOTHROW(federation.coordinator()->combine(SiteAnswers({{"a", good}})));
  for (const char* name :
       {"reference_displacement", "reference_velocity", "reference_gains", "mean_of_places"}) {
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

TEST_CASE("a site refuses sums that are not of what the sites sent") {
  const SiteData a = site_data("a", 10, 139);
  const SiteData b = site_data("b", 12, 149);
  for (const char* name : {"subjects", "members"}) {
    Federation federation(multi_shot_parameters(5), {a, b}, reference_data());
    while (!federation.message().contains(name)) federation.round();
    const Json good = federation.message();
    Json changed = good;
    changed[name] = with_another_word(good[name]);
    Json without = good;
    without[name].erase("check");
    for (const Json& bad : {changed, without}) {
      CHECK_THROWS_AS(federation.open_answer(a, bad), dsne::MessageError);
    }
    CHECK_NOTHROW(federation.round());
  }
}

TEST_CASE("a site refuses a reference that is not where the sums of all sites lead") {
  const SiteData a = site_data("a", 10, 139);
  const SiteData b = site_data("b", 12, 149);
  for (const auto placement :
       {dsne::federated::Placement::reference, dsne::federated::Placement::paper}) {
    for (const int each : {1, 2}) {
      Parameters p = multi_shot_parameters(8);
      p.placement = placement;
      p.local_iterations = each;
      Federation federation(p, {a, b}, reference_data());
      while (federation.message().value("iteration", 0) < 3 * each) federation.round();
      const Json good = federation.message();
      const auto refused = [&](const Json& message) {
        std::string why;
        try {
          federation.open_answer(a, message);
        } catch (const dsne::MessageError& error) {
          why = error.what();
        }
        return why;
      };
      for (const char* name : {"reference_places", "reference_velocity", "reference_gains"}) {
        if (!good.contains(name)) continue;
        Matrix values = dsne::matrix_field(good, name, 40, 2, "the message");
        values(7, 1) += 0.01;
        Json bad = good;
        bad[name] = dsne::pack(values);
        CHECK(refused(bad) == std::string("the remote's message: ") + name +
                                  " is not what the sums over the sites make it");
      }
      Json shifted = good;
      Matrix places = dsne::matrix_field(good, "reference_places", 40, 2, "the message");
      const RowVector along{{5.0, 5.0}};
      shifted["reference_places"] = dsne::pack(places.rowwise() - along);
      shifted["shift"] = {good["shift"][0].get<double>() + 5, good["shift"][1].get<double>() + 5};
      CHECK(refused(shifted) ==
            "the remote's message: shift is not what the sums over the sites make it");
      for (const auto& [name, sum] : good["sums"].items()) {
        Json changed = good;
        changed["sums"][name] = with_another_word(sum);
        CHECK(refused(changed) ==
              "the remote's message: " + name + " is not the sum of what the sites have sent");
        Json without = good;
        without["sums"].erase(name);
        CHECK(refused(without).find("the remote's message: ") == 0);
      }
      CHECK(refused(good).empty());
    }
  }
}

TEST_CASE("a site refuses messages out of turn") {
  const SiteData a = site_data("a", 10, 139);
  const SiteData b = site_data("b", 12, 149);
  Federation federation(multi_shot_parameters(5), {a, b}, reference_data());
  for (int round = 0; round < 4; ++round) {
    const Json good = federation.message();
    for (const char* other : {"size", "count", "iterate", "x"}) {
      if (good["stage"] == other) continue;
      Json message = good;
      message["stage"] = other;
      CHECK_THROWS_AS(federation.open_answer(a, message), dsne::MessageError);
    }
    federation.round();
  }
}

TEST_CASE("subjects are counted once and alone, at one reference point in ten subjects") {
  const SiteData a = site_data("a", 18, 179);
  const SiteData b = site_data("b", 25, 181);
  Federation federation(multi_shot_parameters(5), {a, b}, reference_data());
  const auto sent = [&] {
    federation.round();
    std::set<std::string> names;
    for (const auto& [name, term] : federation.answers().at("a").at("masked").items()) {
      names.insert(name);
    }
    return names;
  };
  using Names = std::set<std::string>;
  CHECK(sent() == Names{"sites", "subjects"});
  CHECK(sent() == Names{"members", "sites"});
  const std::vector<Eigen::Index> nearest = federation.site_state("a").at("nearest");
  CHECK(nearest.size() == 18);
  CHECK(std::set<Eigen::Index>(nearest.begin(), nearest.end()).size() <= 4);
  while (federation.message()["iteration"] < 5) {
    CHECK(sent() == Names{"mean_of_places", "reference_displacement", "sites"});
  }
}

/// Where a site's subjects are counted.
dsne::federated::Counts counted(const SiteData& site, Eigen::Index subjects) {
  const auto points = dsne::federated::sampled_points(40, subjects, 10);
  return dsne::federated::counts_of(
      dsne::federated::nearest_reference_points(site.own, reference_data(), points), 40);
}

/// How a site sees the others, by the formulas.
dsne::federated::FederationView view_of(const SiteData& site, const SiteData& other) {
  const Eigen::Index subjects = site.own.rows() + other.own.rows();
  const auto cells = dsne::federated::public_groups(reference_data(), subjects, 10);
  const dsne::federated::Counts elsewhere = counted(other, subjects);
  return {site.own.rows(), 2, dsne::federated::standing_weights(cells, elsewhere),
          dsne::federated::standing_weights(cells, elsewhere + counted(site, subjects)),
          dsne::federated::public_groups(reference_data(), subjects, 4)};
}

TEST_CASE("at landmarks their members are counted, and each landmark counts for its own") {
  // Members are whoever had a part in a landmark, be it the nearest or not.
  const std::vector<SiteData> sites = {site_data("a", 20, 191), site_data("b", 20, 193)};
  Federation federation(multi_shot_parameters(3), sites, reference_data());
  federation.landmark_of["a"].assign(20, 3);
  federation.landmark_of["b"].assign(20, 3);
  for (std::size_t i = 0; i < 15; ++i) federation.landmark_of["b"][i] = 39;
  count_subjects(federation);
  CHECK(federation.site_state("a").at("nearest") == Json(federation.landmark_of["a"]));
  federation.round();
  const Matrix weights =
      dsne::matrix_field(federation.site_state("a"), "weights", 40, 1, "the state");
  CHECK(weights(3) == 1 + 5);
  CHECK(weights(39) == 1 + 15);
  CHECK(weights.sum() == 40 + 20);
  CHECK(weights.array().minCoeff() == 1);
}

TEST_CASE("the reference makes t-SNE's step of the mean over the sites of its gradient") {
  const SiteData a = site_data("a", 30, 151);
  const SiteData b = site_data("b", 12, 157);
  const Parameters p = multi_shot_parameters(40);
  Federation federation(p, {a, b}, reference_data());
  count_subjects(federation);
  for (int t = 0; t < 35; ++t) federation.round();
  const std::string what = "state";
  const auto part = [&](const Json& state, const char* name) {
    return dsne::matrix_field(state, name, 40, 2, what);
  };
  dsne::tsne::OptimizerState optimizer{part(federation.coordinator_state(), "velocity"),
                                       part(federation.coordinator_state(), "gains")};
  const Matrix reference = federation.reference_coordinates();
  Matrix gradient = Matrix::Zero(40, 2);
  Matrix moved = reference;
  for (const SiteData* site : {&a, &b}) {
    const SiteData& other = site == &a ? b : a;
    const dsne::federated::FederationView view = view_of(*site, other);
    const auto affinities =
        dsne::federated::view_affinities({site->own, reference_data()}, view, p.perplexity);
    gradient += dsne::federated::view_gradient(affinities, federation.coordinates(*site), view, 1)
                    .bottomRows(40) /
                2;
  }
  dsne::tsne::update_optimizer(optimizer, gradient, dsne::tsne::learning_rate(p.schedule, 82),
                               p.schedule.final_momentum);
  moved += optimizer.velocity;
  federation.round();
  const Matrix after = federation.reference_coordinates();
  const RowVector shift = (moved - after).colwise().mean();
  CHECK(relative_error(after.rowwise() + shift, moved) < 1e-10);
  CHECK(relative_error(part(federation.message(), "reference_velocity"), optimizer.velocity) <
        1e-10);
}

#ifndef DSNE_SANITIZED  // There it takes half a minute, and does nothing that short runs do not.
namespace {

constexpr int point_groups = 4;

/// Points of groups that overlap a little; labels 0, 0, …, 1, 1, ….
Matrix grouped(Eigen::Index each, std::uint64_t seed) {
  const Matrix centres = dsne::tsne::random_coordinates(point_groups, 6, 1.5, 163);
  Matrix points = dsne::tsne::random_coordinates(point_groups * each, 6, 1.0, seed);
  for (Eigen::Index i = 0; i < points.rows(); ++i) points.row(i) += centres.row(i / each);
  return points;
}

/// 5-neighbour label accuracy of a run of four sites with a group each.
double accuracy_after(int iterations, dsne::federated::Placement placement, int local_iterations) {
  constexpr Eigen::Index each = 40;
  Parameters p;
  p.perplexity = 10;
  p.max_iterations = iterations;
  p.jitter = 0;
  p.placement = placement;
  p.local_iterations = local_iterations;
  const Matrix all = grouped(each, 167);
  std::vector<SiteData> sites;
  for (int g = 0; g < point_groups; ++g) {
    sites.push_back({std::to_string(g), all.middleRows(g * each, each)});
  }
  Federation federation(p, sites, grouped(10, 173));
  for (int round = federation.rounds(); round > 0; --round) federation.round();
  std::vector<Matrix> coordinates;
  std::vector<std::string> labels;
  for (const SiteData& site : sites) {
    coordinates.emplace_back(federation.coordinates(site).topRows(each));
    labels.insert(labels.end(), each, site.name);
  }
  return dsne::quality::label_accuracy(stacked(coordinates), labels, 5)->value;
}

}  // namespace

TEST_CASE("a long run does not draw sites over each other") {
  using dsne::federated::Placement;
  const double few = accuracy_after(5, Placement::reference, 1);
  const double many = accuracy_after(400, Placement::reference, 1);
  const double many_in_long_rounds = accuracy_after(400, Placement::reference, 5);
  const double many_as_published = accuracy_after(400, Placement::paper, 1);
  CAPTURE(few);
  CAPTURE(many);
  CAPTURE(many_in_long_rounds);
  CAPTURE(many_as_published);
  CHECK(many > few - 0.02);
  CHECK(many_in_long_rounds > few - 0.02);
  CHECK(many_as_published < few - 0.05);
}
#endif
