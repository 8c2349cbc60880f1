// Masked sums over sites: whole runs, and what a coordinator or a site gets that does not follow
// the protocol.

#include <doctest/doctest.h>

#include <memory>

#include "exchange/site_answers.h"
#include "folders.h"
#include "packed.h"
#include "privacy/keys.h"
#include "refusal.h"
#include "text_search.h"

using dsne::Json;
using dsne::Matrix;
using dsne::privacy::Identity;

namespace {

const std::string do_not_fit = "the sites' masked sums do not fit together";
const std::string too_few = ": set it in site_settings to take part with fewer";
const std::string not_on_roster = "not on this site's known_keys: ";

/// The small sites without the setting least_sites.
std::vector<Site> strict_sites(std::size_t count, const Json& inputs = Json::object()) {
  std::vector<Site> sites = small_sites_with(inputs, {{"least_sites", nullptr}});
  sites.resize(count);
  return sites;
}

Identity identity_of(std::size_t site) {
  return Identity(dsne::hash_of({"an identity for tests", std::to_string(site)}));
}

/// The same, each with an identity, of which every site knows those of the others.
std::vector<Site> acquainted_sites(const Json& inputs = Json::object()) {
  std::vector<Site> sites = strict_sites(3, inputs);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    Json known = Json::array();
    for (std::size_t other = 0; other < sites.size(); ++other) {
      if (other != i) known.push_back(dsne::to_hex(identity_of(other).public_key()));
    }
    sites[i].files["canary_identity"] = dsne::to_hex(identity_of(i).secret()) + "\n";
    sites[i].input["site_settings"]["identity"] = "canary_identity";
    sites[i].input["site_settings"]["known_keys"] = known;
  }
  return sites;
}

/// The next message of the phase `reference` at that site that has all sites' signatures.
void run_until_signatures(SmallFederation& federation, const std::string& site) {
  federation.run_until(site, "reference", 2);
  REQUIRE(federation.next_stdin()["input"].contains("signatures"));
}

std::string other_key() {
  return dsne::to_hex(dsne::privacy::RunKey(dsne::hash_of({"another key"})).public_key());
}

/// What a coordinator can compute from any number of masked terms.
Matrix read_as_sum(const Json& term, std::size_t sites) {
  const auto rows = term["rows"].get<Eigen::Index>();
  const auto columns = term["columns"].get<Eigen::Index>();
  return dsne::privacy::FixedPoint{dsne::exchange::map_bound, sites}.to_matrix(
      dsne::exchange::words_field({{"term", term}}, "term", rows, columns, "a term"), rows,
      columns);
}

/// Returns a site's term of the sum `mean_of_places`, from its own state.
Matrix own_mean(SmallFederation& federation, const std::string& site, Eigen::Index points) {
  const Matrix places =
      dsne::matrix_field(federation.node(site).cache["method"], "places", points, 2, "the cache");
  return places.colwise().sum() / static_cast<double>(points + 30);
}

}  // namespace

TEST_CASE("a sum over two sites needs both sites' settings") {
  SmallFederation refused(strict_sites(2));
  check_reference_refused(refused, "local0", too_few);

  std::vector<Site> sites = sites_with(strict_sites(2), {}, {{"least_sites", 2}});
  const FinishedRun agreed(sites);
  // One of them says so, the other does not.
  sites[1].input["site_settings"].erase("least_sites");
  SmallFederation half(sites);
  check_reference_refused(half, "local1", too_few);
}

TEST_CASE("three sites are enough by default, and methods without sums need none") {
  const FinishedRun three(strict_sites(3));
  for (const std::size_t count : {2U, 1U})
    FinishedRun(strict_sites(count, {{"method", "single-shot"}}));
}

TEST_CASE("known keys do not change the map") {
  FinishedRun acquainted(acquainted_sites());
  FinishedRun strangers(strict_sites(3));
  CHECK(acquainted.result == strangers.result);
  CHECK(snapshot(acquainted.joint()) == snapshot(strangers.joint()));
}

TEST_CASE("with known_keys a site takes part with no other site, in any method") {
  struct Trial {
    std::function<void(std::vector<Site>&)> change;
    std::string site;
    std::string stranger;
  };
  const auto known_to_1 = [](std::vector<Site>& sites) -> Json& {
    return sites[1].input["site_settings"]["known_keys"];
  };
  const std::vector<Trial> trials = {
      {[&](auto& sites) { known_to_1(sites).erase(0); }, "local1", "local0"},
      {[&](auto& sites) { known_to_1(sites)[0] = dsne::to_hex(identity_of(1).public_key()); },
       "local1", "local0"},
      {[&](auto& sites) { known_to_1(sites)[0] = known_to_1(sites)[1]; }, "local1", "local0"},
      {[](auto& sites) { sites[2].input["site_settings"].erase("identity"); }, "local0", "local2"},
      {[](auto& sites) {
         sites[2].files["canary_identity"] = dsne::to_hex(identity_of(7).secret());
       },
       "local0", "local2"}};
  for (const char* method : {"dsne", "single-shot"}) {
    for (const Trial& trial : trials) {
      std::vector<Site> sites = acquainted_sites({{"method", method}});
      trial.change(sites);
      SmallFederation federation(sites);
      check_reference_refused(federation, trial.site, not_on_roster + trial.stranger);
    }
  }
}

TEST_CASE("one roster file serves all sites, and their reports have its fingerprint") {
  std::vector<Site> sites = acquainted_sites();
  dsne::privacy::AcceptedKeys roster;
  std::set<dsne::Bytes32> keys;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    roster["hospital " + std::to_string(i)] = identity_of(i).public_key();
    keys.insert(identity_of(i).public_key());
  }
  for (Site& site : sites) {
    site.files["canary_roster.json"] = dsne::privacy::to_text(roster);
    site.input["site_settings"]["known_keys"] = "canary_roster.json";
  }
  FinishedRun federation(sites);
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(contains(federation.page(site), dsne::privacy::fingerprint(keys)));
  }
  sites[1].files["canary_roster.json"] = R"({"hospital": "canary"})";
  check_site_refuses(sites[1], "known_keys is not a roster that dsne identity --roster has made");
}

TEST_CASE("a coordinator that swaps known keys is refused") {
  SmallFederation federation(acquainted_sites());
  const std::string keys = "/input/keys/";
  SUBCASE("when the sites meet") {
    federation.run_until("local0", "reference");
    check_refused_with(federation, keys + "local0/run", other_key(),
                       "keys is not right for this site");
    check_refused_without(federation, keys + "local0/identity", "keys is not right for this site");
    check_refused_without(federation, keys + "local0", "the run goes on without this site");
    check_refused_without(federation, "/input/keys", "keys is missing");
  }
  SUBCASE("after the sites have met") {
    run_until_signatures(federation, "local0");
    check_refused_with(federation, keys + "local1/run", other_key(), "keys differ from before");
    check_refused_without(federation, keys + "local2", "keys differ from before");
  }
  SUBCASE("another's key from the start") {
    federation.tamper = [](const std::string& node, Json& input) {
      if (node == "local0" && input.contains("keys")) input["keys"]["local1"]["run"] = other_key();
    };
    run_until_signatures(federation, "local0");
    check_refused(federation, "the signature of site local1 is not its own");
  }
  SUBCASE("a site left out from the start") {
    federation.tamper = [](const std::string& node, Json& input) {
      if (node == "local1" && input.contains("keys")) input["keys"].erase("local2");
    };
    run_until_signatures(federation, "local0");
    check_refused(federation, "the signature of site local1 is not its own");
  }
  SUBCASE("a site's identity taken away") {
    federation.tamper = [](const std::string& node, Json& input) {
      if (node == "local0" && input.contains("keys")) input["keys"]["local1"].erase("identity");
    };
    run_until_signatures(federation, "local0");
    check_refused(federation, "the signature of site local2 is not its own");
  }
  SUBCASE("signatures") {
    run_until_signatures(federation, "local0");
    const std::string signatures = "/input/signatures/";
    const Json sent = federation.next_stdin()["input"]["signatures"];
    for (const Json& bad : {sent["local2"], Json(""), Json("canary"), Json(std::string(128, 'a')),
                            Json(sent["local1"].get<std::string>() + "00")}) {
      check_refused_with(federation, signatures + "local1", bad,
                         "the signature of site local1 is not its own");
    }
    check_refused_with(federation, signatures + "local1", 31337, "signatures: local1");
    check_refused_without(federation, signatures + "local1", "signatures: local1 is missing");
    check_refused_without(federation, "/input/signatures", "signatures is missing");
    federation.run();
  }
}

TEST_CASE("a site's long-term key is the one that it registered with") {
  SmallFederation federation(acquainted_sites());
  federation.run_until("local1", "reference");
  const auto file = federation.folders("local1").base / "canary_identity";
  write(file, dsne::to_hex(identity_of(7).secret()));
  check_refused(federation, "the site's identity is not the one that it registered with");
  write(file, "canary");
  check_refused(federation, "site_settings: identity is not a file that dsne identity has made");
}

TEST_CASE("a site that is told something different adds noise") {
  SmallFederation federation;
  SUBCASE("without one site") {
    federation.tamper = [](const std::string& node, Json& input) {
      if (node == "local1" && input.contains("keys")) input["keys"].erase("local2");
    };
  }
  SUBCASE("positions that differ invisibly") {
    federation.run_until("local1", "embed");
    federation.tamper = [](const std::string& node, Json& input) {
      if (node != "local1") return;
      Json& places = input["reference_places"];
      places = with_number(places, 0, numbers_of(places)[0] + 1e-12);
    };
  }
  SUBCASE("in an earlier round") {
    federation.tamper = [](const std::string& node, Json& input) {
      if (node == "local1" && input.contains("sender")) input["another"] = 1;
    };
  }
  federation.run_until("remote", "embed");
  check_refused(federation, do_not_fit);
}

TEST_CASE("the coordinator gets the sum of all sites, and no part of it") {
  SmallFederation federation(strict_sites(3));
  federation.run_until("remote", "embed");
  const Json input = federation.next_stdin()["input"];
  const dsne::exchange::SiteAnswers answers(input.get<std::map<std::string, Json>>());
  const Matrix sum = answers.sum("mean_of_places", 1, 2, dsne::exchange::map_bound);
  const std::map<std::string, Eigen::Index> points = {
      {"local0", 24}, {"local1", 20}, {"local2", 16}};
  Matrix expected = Matrix::Zero(1, 2);
  Matrix seen = Matrix::Zero(1, 2);
  for (const auto& [site, count] : points) {
    const Matrix own = own_mean(federation, site, count);
    const Matrix masked = read_as_sum(input[site]["masked"]["mean_of_places"], 3);
    expected += own;
    // A map is some ten wide; a random word is that small once in 10⁵ times.
    CHECK((masked - own).cwiseAbs().minCoeff() > 100);
    seen += masked;
    if (site != "local2") CHECK((seen - expected).cwiseAbs().minCoeff() > 100);
  }
  const double unit = dsne::privacy::FixedPoint{dsne::exchange::map_bound, 3}.unit();
  CHECK((sum - expected).cwiseAbs().maxCoeff() < 2 * unit);
}

TEST_CASE("a site's messages differ in every run, the coordinator's do not") {
  const auto run = [] {
    auto federation = std::make_unique<SmallFederation>(strict_sites(3));
    federation->fresh_keys = true;
    federation->run();
    return federation;
  };
  const auto one = run();
  const auto other = run();
  REQUIRE(one->exchanges().size() == other->exchanges().size());
  for (std::size_t i = 0; i < one->exchanges().size(); ++i) {
    const Exchange& a = one->exchanges()[i];
    const Exchange& b = other->exchanges()[i];
    CAPTURE(i);
    if (a.output.contains("masked")) {
      for (const auto& [name, term] : a.output["masked"].items()) {
        const Json& again = b.output["masked"][name];
        CHECK(term["uint64"] != again["uint64"]);
      }
    } else if (a.output.contains("keys")) {
      CHECK(a.output["keys"] != b.output["keys"]);
    } else {
      CHECK(a.output == b.output);
    }
  }
}

TEST_CASE("after its report a site's state has no secret of the run") {
  SmallFederation federation(acquainted_sites());
  federation.run_until("local1", "report");
  const Json sums = federation.next_stdin()["cache"]["sums"];
  federation.step();
  const std::string left = federation.node("local1").cache.dump();
  CHECK(federation.node("local1").cache["sums"].is_null());
  CHECK_FALSE(contains(left, sums["secret"].get<std::string>()));
  REQUIRE(sums["others"].size() == 2);
  for (const Json& secret : sums["others"]) CHECK_FALSE(contains(left, secret.get<std::string>()));
  federation.run();
  // And the long-term secret is nowhere in what a step prints.
  for (const std::string& out : federation.answers()) {
    CHECK_FALSE(contains(out, dsne::to_hex(identity_of(1).secret())));
  }
}
