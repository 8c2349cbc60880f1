// What leaves a site, and what it costs. The ledger's own cases: unit/privacy/release_ledger_test.

#include <algorithm>
#include <iterator>

#include "packed.h"
#include "steps.h"

namespace {

/// Every cell of a text table, apart from short ones that stand in any text.
std::vector<std::string> secrets_in(const std::string& table) {
  std::vector<std::string> secrets;
  for (const auto& row : cells_of(table)) {
    std::ranges::copy_if(row, std::back_inserter(secrets),
                         [](const std::string& cell) { return cell.size() >= 7; });
  }
  return secrets;
}

/// Runs to the end and collects all that left a node, as a person reads it: its messages, its
/// files.
std::string all_that_leaves(SmallFederation& federation, const std::string& site) {
  std::string left;
  federation.after = [&](Node& node) {
    if (node.id != site) return;
    for (const auto& [name, text] : snapshot(node.directories.transfer)) left += name + text;
  };
  federation.run();
  for (const Json& output : federation.sent_by(site)) left += legible(output).dump();
  return left;
}

/// The text without the names of measures, which sites send each other.
std::string without_measures(std::string text, const Site& site) {
  std::vector<std::string> names = cells_of(site.files.at(subjects_file)).front();
  names.erase(names.begin());  // the id's
  for (const std::string& name : names) {
    const std::string quoted = '"' + name + '"';
    for (auto at = text.find(quoted); at != std::string::npos; at = text.find(quoted)) {
      text.erase(at, quoted.size());
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a value that leaves packed in a message is found") {
  const std::string secret = small_numbers("south", 20)[3][0];
  const Json message = {{"places", dsne::pack(dsne::Matrix::Constant(1, 1, std::stod(secret)))}};
  CHECK_FALSE(contains(message.dump(), secret));
  CHECK(contains(legible(message).dump(), secret));
}

TEST_CASE("no value, id, label or name of a site's data is in any byte that leaves it") {
  for (const char* method : {"dsne", "single-shot", "dp-dsne", "dp-density"}) {
    CAPTURE(method);
    const std::vector<Site> sites = sites_of(method);
    // The second site has no reference: all its data are private.
    const std::vector<std::string> secrets = secrets_in(sites[1].files.at(subjects_file));
    REQUIRE(secrets.size() > 100);
    SmallFederation federation(sites);
    const std::string left = without_measures(all_that_leaves(federation, "local1"), sites[1]);
    REQUIRE(contains(left, "register"));
    CHECK_FALSE(contains(left, secret_word));
    for (const std::string& secret : secrets) REQUIRE_FALSE(contains(left, secret));
  }
}

TEST_CASE("a private run sends no labels, no divergence and, by default, no positions") {
  SmallFederation federation(sites_of("dp-dsne"));
  const std::string left = all_that_leaves(federation, "local1");
  for (const char* field : {"kl_divergence", "\"labels\"", "\"places\""}) {
    CHECK_FALSE(contains(left, field));
  }
  SmallFederation sharing(sites_of("dp-dsne", {}, {{"share_places", true}}));
  CHECK(contains(all_that_leaves(sharing, "local1"), "\"places\""));
}

TEST_CASE("every iteration is a line of the ledger with its cost, and the reports have the sum") {
  FinishedRun federation(sites_of("dp-dsne"));
  const std::vector<Json> releases = federation.releases_of("local1");
  REQUIRE(releases.size() == 4);
  for (const Json& release : releases) CHECK(release["rho"] == doctest::Approx(2 / 400.0));
  const double epsilon = releases.back()["epsilon_so_far"];
  CHECK(federation.metrics()["privacy"]["epsilon"] == doctest::Approx(epsilon));
  CHECK(federation.metrics()["privacy"]["releases"] == 4);
  CHECK(contains(federation.page("local1"), "differentially private"));
}

TEST_CASE("what other runs have spent, a simulation or a damaged ledger leave no budget") {
  const std::string spent = "{\"what\": \"canary\", \"rho\": 0.005}\n";
  std::string much;
  for (int i = 0; i < 150; ++i) much += spent;
  SmallFederation federation(sites_of("dp-dsne", {{"max_iterations", 30}}));
  const fs::path other = federation.output("local0").parent_path() / "another run";
  for (const std::string& log : {much, replaced(spent, "}", ", \"not_private\": \"it\"}")}) {
    write(other / "release_log.jsonl", log);
    check_faulty(federation, {"would pass this site's epsilon_budget"});
  }
  write(other / "release_log.jsonl", spent);
  federation.run_until("local0", "embed", 2);
  write(other / "release_log.jsonl", much);
  check_refused(federation, "the next release would pass this site's epsilon_budget");
  write(other / "release_log.jsonl", "{\"rho\": ");
  check_refused(federation, "release_log.jsonl line");
  write(other / "release_log.jsonl", spent);
  write(other.parent_path() / "privacy_ledger.jsonl", "");
  check_refused(federation, "the privacy ledger lacks entries that it had");
}

TEST_CASE("a site's settings are fixed when the run begins") {
  for (const char* method : {"single-shot", "dsne"}) {
    CAPTURE(method);
    SmallFederation federation(sites_of(method, {}, {{"share_places", false}}));
    federation.run_until("local1", "reference");
    // The coordinator's files arrive in the folder that the settings are in.
    write(federation.folders("local1").base / settings_file,
          "{\"share_places\": true, \"share_labels\": true}");
    const std::string left = all_that_leaves(federation, "local1");
    REQUIRE(contains(left, "collect"));
    CHECK_FALSE(contains(left, "\"places\""));
    CHECK_FALSE(contains(left, "\"labels\""));
  }
}

TEST_CASE("the ledger is in the site's folder, where nothing is delivered") {
  const TemporaryFolder elsewhere;
  std::vector<Site> sites = sites_of("dp-dsne");
  sites[1].input["site_settings"]["ledger_folder"] = elsewhere.path().string();
  FinishedRun federation(sites);
  CHECK(lines_of(content(elsewhere.path() / "privacy_ledger.jsonl")).size() == 4);
  CHECK_FALSE(fs::exists(federation.output("local1").parent_path() / "privacy_ledger.jsonl"));
  SmallFederation other(sites);
  other.run_until("local1", "register");
  const fs::path base = other.folders("local1").base;
  const fs::path output = other.output("local1");
  const std::string within = "ledger_folder must not lie in a folder of the run";
  for (const auto& [folder, expected] : std::vector<std::pair<Json, std::string>>{
           {base.string(), within},
           {output.string(), within},
           {(output / ".." / output.filename()).string(), within},
           {"/canary", "ledger_folder must be an existing folder"},
           {5, "ledger_folder must be"}}) {
    Json settings = sites[1].input["site_settings"];
    settings["ledger_folder"] = folder;
    write(base / settings_file, settings.dump());
    check_faulty(other, {expected});
  }
}

TEST_CASE("the remote cannot weaken the noise, nor have more rounds than were agreed") {
  SmallFederation federation(sites_of("dp-dsne"));
  federation.run_until("local0", "reference", 2);
  check_refused(federation, {{"/input/parameters/dp_sigma", 0.001, "dp_sigma"},
                             {"/input/parameters/max_iterations", 1000, "max_iterations"}});
  federation.run_until("local0", "embed");
  check_refused(federation,
                {{"/input/iteration", 3, "iteration"}, {"/input/iteration", 4, "iteration"}});
}

TEST_CASE("noise is fresh in every real run, and a simulation is marked everywhere") {
  const auto messages = [](const Json& inputs) {
    SmallFederation run(sites_of("dp-dsne", inputs, {{"simulation", true}}));
    // Real noise follows from the run's key.
    run.fresh_keys = !inputs.contains("simulation_seed");
    run.run();
    return run.answers();
  };
  CHECK(messages(Json::object()) != messages(Json::object()));
  const Json simulated = {{"simulation_seed", 7}};
  CHECK(messages(simulated) == messages(simulated));

  FinishedRun federation(sites_of("dp-dsne", simulated, {{"simulation", true}}));
  CHECK(federation.result["not_private"] == true);
  for (const Json& output : federation.outputs()) CHECK(output["not_private"] == true);
  for (const std::string& page : {federation.page("local0"), federation.joint_page()}) {
    CHECK(contains(page, "NOT PRIVATE"));
  }
  for (const char* file : {"joint/metrics.json", "release_log.jsonl"}) {
    CHECK(contains(content(federation.output("local0") / file), "not_private"));
  }
}
