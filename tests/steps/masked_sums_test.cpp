// Masked sums over sites: whole runs, and what a coordinator or a site gets that does not follow
// the protocol.

#include <functional>
#include <set>

#include "exchange/site_answers.h"
#include "packed.h"
#include "privacy/keys.h"
#include "steps.h"

using dsne::Matrix;
using dsne::privacy::Identity;

namespace {

const std::string do_not_fit = "the sites' masked sums do not fit together";
const std::string too_few = ": set it in site_settings to take part with fewer";

/// The small sites without the setting least_sites.
std::vector<Site> strict_sites(std::size_t count, const std::string& method = "dsne") {
  std::vector<Site> sites = sites_of(method, {}, {{"least_sites", nullptr}});
  sites.resize(count);
  return sites;
}

Identity identity_of(std::size_t site) {
  return Identity(dsne::hash_of({"an identity for tests", std::to_string(site)}));
}

std::string public_key_of(std::size_t site) { return dsne::to_hex(identity_of(site).public_key()); }

/// The same, each with an identity, of which every site knows those of the others.
std::vector<Site> acquainted_sites(const std::string& method = "dsne") {
  std::vector<Site> sites = strict_sites(3, method);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    Json known = Json::array();
    for (std::size_t other = 0; other < sites.size(); ++other) {
      if (other != i) known.push_back(public_key_of(other));
    }
    sites[i] = with(sites[i], {}, {{"identity", "canary_identity"}, {"known_keys", known}},
                    {{"canary_identity", dsne::to_hex(identity_of(i).secret()) + "\n"}});
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

using Tampering = std::function<void(Json& input)>;

/// What a node receives is changed like this from now on, where it has such a field.
void tamper(SmallFederation& federation, const std::string& at, const std::string& field,
            const Tampering& change) {
  federation.tamper = [=](const std::string& node, Json& input) {
    if (node == at && input.contains(field)) change(input);
  };
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

TEST_CASE("a sum needs three sites, or the settings of all; methods without sums need none") {
  FinishedRun(strict_sites(3));
  for (const std::size_t count : {2U, 1U}) FinishedRun(strict_sites(count, "single-shot"));
  SmallFederation refused(strict_sites(2));
  check_reference_refused(refused, "local0", too_few);
  std::vector<Site> sites = sites_with(strict_sites(2), {}, {{"least_sites", 2}});
  const FinishedRun agreed(sites);
  // One of them says so, the other does not.
  sites[1].input["site_settings"].erase("least_sites");
  SmallFederation half(sites);
  check_reference_refused(half, "local1", too_few);
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
      {[&](auto& sites) { known_to_1(sites)[0] = public_key_of(1); }, "local1", "local0"},
      {[&](auto& sites) { known_to_1(sites)[0] = known_to_1(sites)[1]; }, "local1", "local0"},
      {[](auto& sites) { sites[2].input["site_settings"].erase("identity"); }, "local0", "local2"},
      {[](auto& sites) {
         sites[2].files["canary_identity"] = dsne::to_hex(identity_of(7).secret());
       },
       "local0", "local2"}};
  for (const char* method : {"dsne", "single-shot"}) {
    for (const Trial& trial : trials) {
      std::vector<Site> sites = acquainted_sites(method);
      trial.change(sites);
      SmallFederation federation(sites);
      check_reference_refused(federation, trial.site,
                              "not on this site's known_keys: " + trial.stranger);
    }
  }
}

TEST_CASE("known keys do not change the map; one roster serves all, and reports tell it") {
  std::vector<Site> sites = acquainted_sites();
  dsne::privacy::AcceptedKeys roster;
  std::set<dsne::Bytes32> keys;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    roster["hospital " + std::to_string(i)] = identity_of(i).public_key();
    keys.insert(identity_of(i).public_key());
  }
  for (Site& site : sites) {
    site = with(site, {}, {{"known_keys", "canary_roster.json"}},
                {{"canary_roster.json", dsne::privacy::to_text(roster)}});
  }
  FinishedRun acquainted(sites);
  FinishedRun strangers(strict_sites(3));
  CHECK(acquainted.result == strangers.result);
  CHECK(snapshot(acquainted.joint()) == snapshot(strangers.joint()));
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(contains(acquainted.page(site), dsne::privacy::fingerprint(keys)));
  }
}

TEST_CASE("a coordinator that swaps known keys is refused") {
  const std::string keys = "/input/keys/";
  const std::string not_right = "keys is not right for this site";
  const std::string differ = "keys differ from before";
  const std::string not_its_own = "the signature of site local1 is not its own";
  SmallFederation federation(acquainted_sites());
  federation.run_until("local0", "reference");
  check_refused(federation, {{keys + "local0/run", other_key(), not_right},
                             {keys + "local0/identity", gone, not_right},
                             {keys + "local0", gone, "the run goes on without this site"},
                             {"/input/keys", gone, "keys is missing"}});
  run_until_signatures(federation, "local0");
  const std::string signature = "/input/signatures/local1";
  const Json sent = federation.next_stdin()["input"]["signatures"];
  check_refused(federation, {{keys + "local1/run", other_key(), differ},
                             {keys + "local2", gone, differ},
                             {signature, sent["local2"], not_its_own},
                             {signature, std::string(128, 'a'), not_its_own},
                             {signature, sent["local1"].get<std::string>() + "00", not_its_own},
                             {signature, 31337, "signatures: local1"},
                             {signature, gone, "signatures: local1 is missing"},
                             {"/input/signatures", gone, "signatures is missing"}});
  federation.run();
}

TEST_CASE("a coordinator that swaps known keys from the start is refused by the signatures") {
  struct Swap {
    std::string at;
    Tampering change;
    std::string signer;
  };
  for (const Swap& swap : std::vector<Swap>{
           {"local0", [](Json& input) { input["keys"]["local1"]["run"] = other_key(); }, "local1"},
           {"local1", [](Json& input) { input["keys"].erase("local2"); }, "local1"},
           {"local0", [](Json& input) { input["keys"]["local1"].erase("identity"); }, "local2"}}) {
    SmallFederation federation(acquainted_sites());
    tamper(federation, swap.at, "keys", swap.change);
    run_until_signatures(federation, "local0");
    check_refused(federation, "the signature of site " + swap.signer + " is not its own");
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
  struct Difference {
    std::string field;
    Tampering change;
    std::string from;  ///< the phase
  };
  for (const Difference& difference : std::vector<Difference>{
           {"keys", [](Json& input) { input["keys"].erase("local2"); }, "register"},
           {"sender", [](Json& input) { input["another"] = 1; }, "register"},
           {"reference_places",
            [](Json& input) {  // too little to be seen
              Json& places = input["reference_places"];
              places = with_number(places, 0, numbers_of(places)[0] + 1e-12);
            },
            "embed"}}) {
    SmallFederation federation;
    federation.run_until("local1", difference.from);
    tamper(federation, "local1", difference.field, difference.change);
    federation.run_until("remote", "embed");
    check_refused(federation, do_not_fit);
  }
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
  std::vector<std::vector<Json>> sent;
  for (int run = 0; run < 2; ++run) {
    SmallFederation federation(strict_sites(3));
    federation.fresh_keys = true;
    federation.run();
    sent.push_back(federation.outputs());
  }
  REQUIRE(sent[0].size() == sent[1].size());
  for (std::size_t i = 0; i < sent[0].size(); ++i) {
    CAPTURE(i);
    const Json& one = sent[0][i];
    const Json& other = sent[1][i];
    CHECK((one == other) == !(one.contains("masked") || one.contains("keys")));
    if (!one.contains("masked")) continue;
    for (const auto& [name, term] : one["masked"].items()) {
      CHECK(term["uint64"] != other["masked"][name]["uint64"]);
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
