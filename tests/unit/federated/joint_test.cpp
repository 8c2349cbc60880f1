#include "federated/methods/joint.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "federation.h"
#include "joint_by_cells.h"
#include "packed.h"
#include "sanitized.h"
#include "test_points.h"
#include "tsne/initialization.h"
#include "whole_objective.h"

using dsne::Json;
using dsne::Matrix;
using dsne::data::stacked;
using dsne::federated::Parameters;

namespace {

Parameters joint_parameters(int iterations) {
  Parameters p;
  p.method = "joint";
  p.perplexity = 8;
  p.max_iterations = iterations;
  p.jitter = 0;
  p.initialization = dsne::federated::Initialization::pca;
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 10;
  return p;
}

SiteData joint_site(const std::string& name, Eigen::Index points, std::uint64_t seed) {
  return {name, own_data(points, seed)};
}

/// One site; two alike; three of very different size.
std::vector<std::vector<SiteData>> joint_federations() {
  return {{joint_site("a", 30, 103)},
          {joint_site("a", 40, 103), joint_site("b", 45, 107)},
          {joint_site("a", 1, 103), joint_site("b", 60, 107), joint_site("c", 9, 109)}};
}

/// Everyone's places, [reference; site after site], as the nodes' states have them.
Matrix everyone(const Federation& federation, const std::vector<SiteData>& sites, int dimensions) {
  std::vector<Matrix> parts = {
      dsne::matrix_field(federation.coordinator_state(), "places", 40, dimensions, "state")};
  for (const SiteData& site : sites) {
    parts.push_back(dsne::matrix_field(federation.site_state(site.name), "places", site.own.rows(),
                                       dimensions, "state"));
  }
  return stacked(parts);
}

/// The federation before its first iteration.
void prepare(Federation& federation) {
  while (federation.message().at("stage") != "iterate") federation.round();
}

/// The same run in one process, from where the federation stands.
JointByCells in_one_process(const Federation& federation, const std::vector<SiteData>& sites,
                            const Parameters& p) {
  Eigen::Index all = 40;
  for (const SiteData& site : sites) all += site.own.rows();
  std::vector<dsne::tsne::Affinities> parts;
  std::vector<Matrix> starts;
  for (const SiteData& site : sites) {
    parts.push_back(part_of_site(site.own, reference_data(), p.perplexity, all, p.layout));
    starts.push_back(dsne::matrix_field(federation.site_state(site.name), "places", site.own.rows(),
                                        p.no_dims, "state"));
  }
  const Matrix reference =
      dsne::matrix_field(federation.coordinator_state(), "places", 40, p.no_dims, "state");
  const auto embedding = embedding_of(p.perplexity, p.layout);
  return {p,         parts,  dsne::federated::reference_part(*embedding, reference_data(), all),
          reference, starts, p.least_members};
}

std::string refusal_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const dsne::Error& error) {
    return error.what();
  }
  return "";
}

/// @param late_error relative to the map, once rounding errors have grown
void check_same_descent(dsne::federated::Layout layout, double late_error) {
  for (const int dimensions : {2, 3}) {
    Parameters p = joint_parameters(20);
    p.no_dims = dimensions;
    p.layout = layout;
    for (const std::vector<SiteData>& sites : joint_federations()) {
      CAPTURE(sites.size());
      Federation federation(p, sites, reference_data(), dsne::federated::joint());
      prepare(federation);
      JointByCells descent = in_one_process(federation, sites, p);
      for (int t = 0; t < (sanitized ? 8 : 20); ++t) {
        federation.round();
        descent.iterate(t);
        const Matrix expected = descent.coordinates();
        const double error = (everyone(federation, sites, dimensions) - expected).norm();
        REQUIRE(error < (t < 5 ? 3e-6 : late_error) * expected.norm());
      }
    }
  }
}

}  // namespace

TEST_CASE("a federated run is the same descent in one process") {
  SUBCASE("by t-SNE") { check_same_descent(dsne::federated::Layout::tsne, 1e-4); }
  SUBCASE("by UMAP") { check_same_descent(dsne::federated::Layout::umap, 1e-3); }
}

TEST_CASE("the run takes a round for each iteration, and before them as many as there are vetoes") {
  const std::vector<SiteData> sites = joint_federations().back();
  Federation federation(joint_parameters(3), sites, reference_data(), dsne::federated::joint());
  CHECK(federation.rounds() == 4 + 3);
  int rounds = 0;
  int vetoes = 0;
  while (rounds < federation.rounds()) {
    vetoes += federation.message().at("stage") == "veto" ? 1 : 0;
    federation.round();
    ++rounds;
  }
  CHECK(vetoes >= 2);  // b sees 10 others in all: its first cells must be merged
  CHECK(rounds == 2 + vetoes + 1 + 3);
}

TEST_CASE("every site's cells show nobody, or enough of the others, and of those who keep places") {
  std::vector<SiteData> sites = {joint_site("a", 50, 103), joint_site("b", 60, 107),
                                 joint_site("c", 30, 109)};
  const Parameters p = joint_parameters(3);
  Federation federation(p, sites, reference_data(), dsne::federated::joint());
  federation.keeping = {"a", "c"};
  prepare(federation);
  const Json& state = federation.site_state("a");
  const Matrix members = dsne::matrix_field(state, "members", 40, 2, "state");
  CHECK(members.col(0).sum() == 140);
  CHECK(members.col(1).sum() == 80);
  const std::vector<Eigen::Index> cells = state.at("cells");
  CHECK(*std::max_element(cells.begin(), cells.end()) > 1);
  const auto by_cell = [&](const auto& counts) {
    std::map<Eigen::Index, double> sums;
    for (std::size_t j = 0; j < 40; ++j) sums[cells[j]] += counts(static_cast<Eigen::Index>(j));
    return sums;
  };
  const auto none_is_small = [&](const auto& counts) {
    for (const auto& [cell, count] : by_cell(counts)) {
      CHECK((count == 0 || count >= p.least_members));
    }
  };
  none_is_small(members.col(0));
  none_is_small(members.col(1));
  for (const SiteData& site : sites) {
    CHECK(federation.site_state(site.name).at("cells") == cells);
    dsne::Vector own = dsne::Vector::Zero(40);
    const Json site_state = federation.site_state(site.name);
    for (const Eigen::Index j : site_state.at("nearest")) own(j) += 1;
    none_is_small(members.col(0) - own);
    if (federation.keeping.contains(site.name)) none_is_small(members.col(1) - own);
  }
}

TEST_CASE("a run in which a site would learn of too few others is refused") {
  const std::vector<SiteData> sites = {joint_site("a", 3, 103), joint_site("b", 60, 107)};
  Federation federation(joint_parameters(3), sites, reference_data(), dsne::federated::joint());
  CHECK(refusal_of([&] { prepare(federation); }) ==
        "too few subjects for sums over them to be exchanged");
}

TEST_CASE("a default of its own for the number of iterations") {
  Parameters p;
  p.method = "joint";
  p.max_iterations = 0;
  CHECK(dsne::federated::iterations(p) == 100);
  p.max_iterations = 7;
  CHECK(dsne::federated::iterations(p) == 7);
}

TEST_CASE("a site refuses messages out of turn or damaged, at every stage") {
  const std::vector<SiteData> sites = joint_federations()[1];
  Federation federation(joint_parameters(3), sites, reference_data(), dsne::federated::joint());
  for (int round = 0; round < 6; ++round) {
    const Json good = federation.message();
    CAPTURE(good.at("stage"));
    for (const char* other : {"size", "count", "veto", "start", "iterate", "x"}) {
      // A site may be asked for vetoes more than once.
      if (good["stage"] == other || (good["stage"] == "start" && other == std::string("veto"))) {
        continue;
      }
      Json message = good;
      message["stage"] = other;
      CHECK(refusal_of([&] {
              federation.open_answer(sites[0], message);
            }).find("the remote's message: ") == 0);
    }
    for (const auto& [name, value] : good.items()) {
      Json message = good;
      message.erase(name);
      CHECK(refusal_of([&] {
              federation.open_answer(sites[0], message);
            }).find("the remote's message: ") == 0);
      if (!value.contains("float64")) continue;
      for (const Json& bad : damaged(value)) {
        message[name] = bad;
        CHECK(refusal_of([&] {
                federation.open_answer(sites[0], message);
              }).find("the remote's message: ") == 0);
      }
    }
    federation.round();
  }
}

TEST_CASE("a site that is asked for its last places before the map has started refuses") {
  const std::vector<SiteData> sites = joint_federations()[1];
  Parameters p = joint_parameters(3);
  p.jitter = 0.1;
  Federation federation(p, sites, reference_data(), dsne::federated::joint());
  for (const char* stage : {"size", "count", "veto"}) {
    REQUIRE(federation.message().at("stage") == stage);
    const Json message = federation.message();
    federation.round();
    CHECK(refusal_of([&] { federation.site_half(sites[0])->finish(message); }) ==
          "the remote asked for the end of a map that has not started");
  }
}

TEST_CASE("until the map moves a site is asked about the start that it has checked, and no other") {
  const std::vector<SiteData> sites = joint_federations()[1];
  Federation federation(joint_parameters(3), sites, reference_data(), dsne::federated::joint());
  federation.round();
  for (int round = 1; round < 6; ++round) {
    Json message = federation.message();
    CAPTURE(message.at("stage"));
    Matrix places = dsne::matrix_field(message, "reference_places", 40, 2, "the message");
    places(7, 0) += 1e-6;
    message["reference_places"] = dsne::pack(places);
    const std::string refusal = refusal_of([&] { federation.open_answer(sites[0], message); });
    const bool moving = message["stage"] == "iterate" && message["iteration"] > 0;
    CHECK((refusal == "the remote's message: reference_places is not where the map starts") !=
          moving);
    if (moving) break;
    federation.round();
  }
}

TEST_CASE("a site refuses a reference that is not where the sums of all sites lead") {
  const std::vector<SiteData> sites = joint_federations()[1];
  Federation federation(joint_parameters(5), sites, reference_data(), dsne::federated::joint());
  while (federation.message().value("iteration", 0) < 3) federation.round();
  const Json good = federation.message();
  Json moved = good;
  Matrix places = dsne::matrix_field(good, "reference_places", 40, 2, "the message");
  places(7, 1) += 0.01;
  moved["reference_places"] = dsne::pack(places);
  const std::string not_there =
      "the remote's message: reference_places is not what the sums over the sites make it";
  const auto half = federation.site_half(sites[0]);
  CHECK(refusal_of([&] { federation.open_answer(sites[0], moved); }) == not_there);
  CHECK(refusal_of([&] { federation.finish(sites[0], *half, moved); }) == not_there);
  for (const char* name : {"cell_sums", "cell_products", "reference_attraction"}) {
    Json changed = good;
    changed[name] = with_another_word(changed[name]);
    CHECK(refusal_of([&] { federation.open_answer(sites[0], changed); }) ==
          std::string("the remote's message: ") + name +
              " is not the sum of what the sites have sent");
  }
  places(7, 1) += 1e-6 - 0.01;  // as another processor may round
  moved["reference_places"] = dsne::pack(places);
  CHECK_NOTHROW(federation.open_answer(sites[0], moved));
}

TEST_CASE("a site sees it when its veto is passed over") {
  const std::vector<SiteData> sites = joint_federations().back();
  Federation federation(joint_parameters(3), sites, reference_data(), dsne::federated::joint());
  while (!federation.message().contains("vetoes")) federation.round();
  Json message = federation.message();
  REQUIRE(message["stage"] == "veto");
  message["vetoes"] = dsne::pack(Matrix::Zero(message["vetoes"]["rows"].get<Eigen::Index>(), 1));
  CHECK(refusal_of([&] { federation.open_answer(sites[1], message); }) ==
        "the remote's message: vetoes leaves out this site's");
  message["stage"] = "start";
  CHECK(refusal_of([&] { federation.open_answer(sites[1], message); }) ==
        "the remote's message: vetoes leaves out this site's");
}
