#include "methods/dsne/dsne.h"

#include <algorithm>

#include "method_runs.h"
#include "quality/nearest_labels.h"
#include "sanitized.h"
#include "tsne/tsne.h"

using dsne::stacked;

namespace {

/// A run from random places, as the start along components is so narrow that sums' last digits tell
/// in the end.
Parameters dsne_parameters(int iterations, int each) {
  Parameters p = parse_parameters(short_run("dsne", {{"perplexity", 8},
                                                     {"max_iterations", iterations},
                                                     {"local_iterations", each},
                                                     {"initialization", "random"}}));
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 20;
  p.schedule.momentum_switch_iteration = 30;
  return p;
}

Federation dsne_federation(const Parameters& p, const std::vector<SiteData>& sites) {
  return {p, sites, reference_data(), dsne::methods::dsne_method()};
}

/// The affinities of a site's points and the reference, and where these start.
dsne::tsne::Affinities affinities_of(const Parameters& p, const SiteData& site) {
  return dsne::tsne::joint_affinities(stacked(site.own, reference_data()), p.neighbours.wanted);
}

Matrix start_of(Federation& federation, const SiteData& site) {
  return stacked(dsne::tsne::random_coordinates(site.own.rows(), 2, 0.01, 7),
                 federation.reference_coordinates());
}

}  // namespace

TEST_CASE("one site is t-SNE on the stacked data, over a whole run") {
  const SiteData site{"a", own_data(30, 103)};
  for (const int each : {1, 10}) {
    CAPTURE(each);
    const Parameters p = dsne_parameters(45, each);
    Federation federation = dsne_federation(p, {site});
    const Matrix start = start_of(federation, site);
    const auto affinities = affinities_of(p, site);
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

/// A round of so many iterations, as the paper has it.
void plain_round(std::vector<PlainSite>& sites, Eigen::Index reference,
                 const dsne::tsne::Schedule& schedule, int first, int iterations) {
  for (PlainSite& site : sites) {
    for (int i = 0; i < iterations; ++i) iterate(site, schedule, first + i);
  }
  // All sites began with the same reference, so its mean place is as far as the mean displacement.
  Matrix places = Matrix::Zero(reference, 2);
  Matrix velocity = places;
  const auto share = static_cast<double>(sites.size());
  for (const PlainSite& site : sites) {
    places += site.map.bottomRows(reference) / share;
    velocity += site.optimizer.velocity.bottomRows(reference) / share;
  }
  RowVector mean = RowVector::Zero(2);
  for (PlainSite& site : sites) {
    site.map.bottomRows(reference) = places;
    site.optimizer.velocity.bottomRows(reference) = velocity;
    mean += site.map.colwise().mean() / share;
  }
  for (PlainSite& site : sites) site.map.rowwise() -= mean;
}

}  // namespace

TEST_CASE("several sites are algorithm 4") {
  const std::vector<SiteData> sites = {
      {"a", own_data(30, 151)}, {"b", own_data(12, 157)}, {"c", own_data(20, 163)}};
  for (const int each : {1, 3}) {
    CAPTURE(each);
    const Parameters p = dsne_parameters(24, each);
    Federation federation = dsne_federation(p, sites);
    std::vector<PlainSite> plain;
    for (const SiteData& site : sites) {
      const Eigen::Index points = site.own.rows() + 40;
      plain.push_back({affinities_of(p, site),
                       start_of(federation, site),
                       {Matrix::Zero(points, 2), Matrix::Ones(points, 2)}});
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
  const SiteData site{"a", own_data(9, 131)};
  for (const int dimensions : {2, 3}) {
    for (const char* start : {"random", "pca", "tsne"}) {
      Federation federation(short_run("dsne", {{"no_dims", dimensions}, {"initialization", start}}),
                            {site}, reference_data());
      federation.run();
      const Matrix coordinates = federation.coordinates(site);
      CHECK(coordinates.rows() == 49);
      CHECK(coordinates.cols() == dimensions);
      CHECK(coordinates.allFinite());
    }
  }
}

TEST_CASE("a site takes every place on a map, and cannot check it") {
  for (int rounds = 0; rounds < 3; ++rounds) {
    Federation federation = run_of(short_run("dsne"));
    federation.run(rounds);
    for (const double place : {1.0, -1e6, 1e6}) {
      Json message = federation.message();
      message["reference_places"] = with_number(message["reference_places"], 15, place);
      CHECK_NOTHROW(federation.site_half(federation.sites()[0])->round(message));
    }
  }
}

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
  const Matrix all = grouped(each, 167);
  std::vector<SiteData> sites;
  for (int g = 0; g < point_groups; ++g) {
    sites.push_back({std::to_string(g), all.middleRows(g * each, each)});
  }
  Federation federation({{"method", "dsne"}, {"perplexity", 10}, {"max_iterations", iterations}},
                        sites, grouped(10, 173));
  federation.run();
  std::vector<Matrix> coordinates;
  std::vector<std::string> labels;
  for (const SiteData& site : sites) {
    coordinates.push_back(federation.own_coordinates(site));
    labels.insert(labels.end(), each, site.name);
  }
  return dsne::quality::label_accuracy(stacked(coordinates), labels, 5)->value;
}

}  // namespace

// Sanitized it takes half a minute, and does nothing that short runs do not.
TEST_CASE("a long run draws sites over each other, so a run is short by default" *
          doctest::skip(sanitized)) {
  const double few = accuracy_after(dsne::methods::dsne_method().iterations);
  const double many = accuracy_after(400);
  CAPTURE(few);
  CAPTURE(many);
  CHECK(many < few - 0.05);
}
