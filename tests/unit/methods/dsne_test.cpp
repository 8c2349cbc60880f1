#include "methods/dsne/dsne.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/errors.h"
#include "federation.h"
#include "hostile_fields.h"
#include "packed.h"
#include "privacy/masked_sum.h"
#include "quality/nearest_labels.h"
#include "test_points.h"
#include "tsne/initialization.h"
#include "tsne/tsne.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::data::stacked;
using dsne::exchange::SiteAnswers;
using dsne::methods::DsneMessage;
using dsne::methods::Parameters;

namespace {

Parameters dsne_parameters(int iterations) {
  Parameters p;
  p.perplexity = 8;
  p.max_iterations = iterations;
  p.initialization = dsne::methods::Initialization::pca;
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 20;
  p.schedule.momentum_switch_iteration = 30;
  return p;
}

/// What the coordinator tells next.
DsneMessage message_of(const Federation& federation) {
  const Json message = federation.message();
  return dsne::parse_message<DsneMessage>(message, "it",
                                          {message["iteration"].get<int>(), Matrix(40, 2)});
}

SiteData site_data(const std::string& name, Eigen::Index points, std::uint64_t seed) {
  return {name, own_data(points, seed)};
}

}  // namespace

TEST_CASE("one site is t-SNE on the stacked data, over a whole run") {
  const SiteData site = site_data("a", 30, 103);
  for (const int each : {1, 10}) {
    CAPTURE(each);
    Parameters p = dsne_parameters(45);
    // The start along components is so narrow that sums' last digits tell in the end.
    p.initialization = dsne::methods::Initialization::random;
    p.local_iterations = each;
    Federation federation(p, {site}, reference_data());
    const Matrix start =
        stacked(dsne::tsne::random_coordinates(30, 2, 0.01, 7), federation.reference_coordinates());
    const auto affinities =
        dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.perplexity.wanted);
    CHECK(federation.rounds() == (each == 1 ? 45 : 5));
    for (int round = 1; round <= federation.rounds(); ++round) {
      federation.round();
      const int made = std::min(round * each, 45);
      CHECK(federation.message()["iteration"] == made);
      const Matrix expected = dsne::tsne::tsne(affinities, start, p.schedule, made);
      REQUIRE(relative_error(federation.coordinates(site), expected) < 1e-5);
    }
  }
}

namespace {

/// A site of algorithm 4 in one process.
struct PlainSite {
  dsne::tsne::Affinities affinities;
  Matrix map;  ///< [own; reference]
  dsne::tsne::OptimizerState optimizer;
};

void iterate(PlainSite& site, const dsne::tsne::Schedule& schedule, int iteration) {
  const Matrix gradient = dsne::tsne::gradient(site.affinities, site.map,
                                               dsne::tsne::exaggeration(schedule, iteration));
  dsne::tsne::update_optimizer(site.optimizer, gradient,
                               dsne::tsne::learning_rate(schedule, site.map.rows()),
                               dsne::tsne::momentum(schedule, iteration));
  site.map += site.optimizer.velocity;
}

/// The sites' mean of the last rows of what `part` says of each.
template <typename Part>
Matrix mean_of_reference(const std::vector<PlainSite>& sites, Eigen::Index reference, Part part) {
  Matrix sum = Matrix::Zero(reference, sites.front().map.cols());
  for (const PlainSite& site : sites) sum += part(site).bottomRows(reference);
  return sum / static_cast<double>(sites.size());
}

/// A round of so many iterations, as the paper has it.
void plain_round(std::vector<PlainSite>& sites, Eigen::Index reference,
                 const dsne::tsne::Schedule& schedule, int first, int iterations) {
  for (PlainSite& site : sites) {
    for (int i = 0; i < iterations; ++i) iterate(site, schedule, first + i);
  }
  // All sites began with the same reference, so its mean place is as far as the mean displacement.
  const Matrix places = mean_of_reference(
      sites, reference, [](const PlainSite& site) -> const Matrix& { return site.map; });
  const Matrix velocity = mean_of_reference(
      sites, reference,
      [](const PlainSite& site) -> const Matrix& { return site.optimizer.velocity; });
  RowVector mean = RowVector::Zero(places.cols());
  for (PlainSite& site : sites) {
    site.map.bottomRows(reference) = places;
    site.optimizer.velocity.bottomRows(reference) = velocity;
    mean += site.map.colwise().mean() / static_cast<double>(sites.size());
  }
  for (PlainSite& site : sites) site.map.rowwise() -= mean;
}

}  // namespace

TEST_CASE("several sites are algorithm 4") {
  const std::vector<SiteData> sites = {site_data("a", 30, 151), site_data("b", 12, 157),
                                       site_data("c", 20, 163)};
  for (const int each : {1, 3}) {
    CAPTURE(each);
    Parameters p = dsne_parameters(24);
    p.initialization = dsne::methods::Initialization::random;
    p.local_iterations = each;
    Federation federation(p, sites, reference_data());
    std::vector<PlainSite> plain;
    for (const SiteData& site : sites) {
      const Eigen::Index own = site.own.rows();
      plain.push_back(
          {dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.perplexity.wanted),
           stacked(dsne::tsne::random_coordinates(own, 2, 0.01, 7),
                   federation.reference_coordinates()),
           {Matrix::Zero(own + 40, 2), Matrix::Ones(own + 40, 2)}});
    }
    for (int made = 0; made < 24; made += each) {
      plain_round(plain, 40, p.schedule, made, each);
      federation.round();
      for (std::size_t i = 0; i < sites.size(); ++i) {
        REQUIRE(relative_error(federation.coordinates(sites[i]), plain[i].map) < 1e-6);
      }
    }
  }
}

TEST_CASE("every start gives finite coordinates of the right shape, in two and three dimensions") {
  using dsne::methods::Initialization;
  const SiteData site = site_data("a", 9, 131);
  for (const int dimensions : {2, 3}) {
    for (const auto start : {Initialization::random, Initialization::pca, Initialization::tsne}) {
      Parameters p = dsne_parameters(3);
      p.no_dims = dimensions;
      p.initialization = start;
      Federation federation(p, {site}, reference_data());
      federation.run();
      const Matrix coordinates = federation.coordinates(site);
      CHECK(coordinates.rows() == 49);
      CHECK(coordinates.cols() == dimensions);
      CHECK(coordinates.allFinite());
    }
  }
}

TEST_CASE("a message of the wrong shape, without numbers, or missing is refused") {
  const SiteData site = site_data("a", 10, 137);
  Parameters p = dsne_parameters(5);
  p.local_iterations = 2;
  Federation federation(p, {site}, reference_data());
  federation.round();
  check_refused(message_of(federation),
                [&](const Json& message) { federation.open_answer(site, message); });
  const Json good = federation.answer(site, federation.message());
  CHECK_NOTHROW(federation.coordinator()->combine(SiteAnswers({{"a", good}})));
  for (const char* name : {"reference_displacement", "reference_velocity", "mean_of_places"}) {
    for (const Json& bad : damaged_terms(good["masked"][name])) {
      Json answer = good;
      answer["masked"][name] = bad;
      CHECK_THROWS_AS(federation.coordinator()->combine(SiteAnswers({{"a", answer}})),
                      dsne::MessageError);
    }
  }
}

TEST_CASE("a site takes every place on a map, and cannot check it") {
  const SiteData a = site_data("a", 10, 139);
  for (int rounds = 0; rounds < 3; ++rounds) {
    for (const double place : {1.0, -1e6, 1e6}) {
      Federation federation(dsne_parameters(8), {a, site_data("b", 12, 149)}, reference_data());
      federation.run(rounds);
      DsneMessage message = message_of(federation);
      message.reference(7, 1) = place;
      CHECK_NOTHROW(federation.open_answer(a, dsne::to_message(message)));
    }
  }
}

TEST_CASE("a site refuses an iteration out of turn") {
  const SiteData a = site_data("a", 10, 139);
  Federation federation(dsne_parameters(5), {a}, reference_data());
  for (int made = 0; made < 5; ++made) {
    Json message = federation.message();
    REQUIRE(message["iteration"] == made);
    for (int other = 0; other <= 5; ++other) {
      if (other == made) continue;
      message["iteration"] = other;
      CHECK_THROWS_AS(federation.open_answer(a, message), dsne::MessageError);
    }
    federation.round();
  }
  CHECK_THROWS_AS(federation.open_answer(a, federation.message()), dsne::MessageError);
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
double accuracy_after(int iterations) {
  constexpr Eigen::Index each = 40;
  Parameters p;
  p.method = "dsne";
  p.perplexity = 10;
  p.max_iterations = iterations;
  const Matrix all = grouped(each, 167);
  std::vector<SiteData> sites;
  for (int g = 0; g < point_groups; ++g) {
    sites.push_back({std::to_string(g), all.middleRows(g * each, each)});
  }
  Federation federation(p, sites, grouped(10, 173));
  federation.run();
  std::vector<Matrix> coordinates;
  std::vector<std::string> labels;
  for (const SiteData& site : sites) {
    coordinates.emplace_back(federation.coordinates(site).topRows(each));
    labels.insert(labels.end(), each, site.name);
  }
  return dsne::quality::label_accuracy(stacked(coordinates), labels, 5)->value;
}

}  // namespace

TEST_CASE("a long run draws sites over each other, so a run is short by default") {
  const double few = accuracy_after(dsne::methods::dsne_method().iterations);
  const double many = accuracy_after(400);
  CAPTURE(few);
  CAPTURE(many);
  CHECK(many < few - 0.05);
}
#endif
