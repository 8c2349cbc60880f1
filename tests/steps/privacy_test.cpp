#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem.hpp>
#include <iterator>

#include "core/json.h"
#include "folders.h"
#include "packed.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"
#include "tools/process.h"

using dsne::Json;

namespace {

/// The small sites with a private method, noise that costs little, and a budget for it.
std::vector<Site> private_sites(const Json& inputs = Json::object(),
                                const Json& settings = Json::object()) {
  const auto sites =
      sites_with(small_sites(), {{"method", "dp-dsne"}, {"dp_sigma", 20}}, {{"epsilon_budget", 5}});
  return sites_with(sites, inputs, settings);
}

/// Every cell of a text table, apart from short ones that stand in any text.
std::vector<std::string> secrets_in(const std::string& table) {
  std::vector<std::string> secrets;
  for (const auto& row : cells_of(table)) {
    std::copy_if(row.begin(), row.end(), std::back_inserter(secrets),
                 [](const std::string& cell) { return cell.size() >= 7; });
  }
  return secrets;
}

/// Runs to the end and collects all that left a node, as a person reads it: its messages, its
/// files.
std::string all_that_leaves(SmallFederation& federation, const std::string& site) {
  std::string left;
  federation.after = [&](dsne::tools::Node& node) {
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
  const std::vector<std::string> row = small_numbers("south", 20)[3];
  dsne::Matrix values(1, 2);
  values << std::stod(row[0]), std::stod(row[4]);
  const Json message = {{"phase", "embed"}, {"places", {{"local1", dsne::pack(values)}}}};
  for (const std::string& secret : {row[0], row[4]}) {
    CHECK_FALSE(contains(message.dump(), secret));
    CHECK(contains(legible(message).dump(), secret));
  }
}

TEST_CASE("no value, id, label or name of a site's data is in any byte that leaves it") {
  for (const char* method : {"dsne", "single-shot", "dp-dsne", "dp-density"}) {
    CAPTURE(method);
    const std::vector<Site> sites = private_sites({{"method", method}});
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
  SmallFederation federation(private_sites());
  const std::string left = all_that_leaves(federation, "local1");
  CHECK_FALSE(contains(left, "kl_divergence"));
  CHECK_FALSE(contains(left, "\"labels\""));
  CHECK_FALSE(contains(left, "\"places\""));
  SmallFederation sharing(private_sites(Json::object(), {{"share_places", true}}));
  CHECK(contains(all_that_leaves(sharing, "local1"), "\"places\""));
}

TEST_CASE("every iteration is a line of the ledger with its cost, and the reports have the sum") {
  FinishedRun federation(private_sites());
  const std::vector<Json> releases = federation.releases_of("local1");
  REQUIRE(releases.size() == 4);
  for (const Json& release : releases) CHECK(release["rho"] == doctest::Approx(2 / 400.0));
  const double epsilon = releases.back()["epsilon_so_far"];
  const Json metrics = Json::parse(content(federation.joint() / "metrics.json"));
  CHECK(metrics["privacy"]["epsilon"] == doctest::Approx(epsilon));
  CHECK(metrics["privacy"]["releases"] == 4);
  CHECK(contains(federation.page("local1"), "differentially private"));
}

TEST_CASE("a site without a budget, or with one that is too small, does not begin") {
  const auto refuses = [](const Json& inputs, const Json& settings, const std::string& expected) {
    check_site_refuses(private_sites(inputs, settings)[1], expected);
  };
  std::vector<Site> without = private_sites();
  without[1].input["site_settings"].erase("epsilon_budget");
  check_site_refuses(without[1], "method dp-dsne needs epsilon_budget in site_settings");
  refuses(Json::object(), {{"epsilon_budget", 0}}, "epsilon_budget must be a number above 0");
  refuses(Json::object(), {{"epsilon_budget", "5"}}, "epsilon_budget must be a number above 0");
  refuses(Json::object(), {{"epsilon_budget", 0.5}}, "would pass this site's epsilon_budget");
  refuses({{"dp_sigma", 0.0316}}, Json::object(), "would pass this site's epsilon_budget");
  refuses(Json::object(), {{"share_labels", true}}, "method dp-dsne does not share labels");
  refuses({{"missing", "drop"}}, Json::object(), "method dp-dsne needs missing impute");
  refuses({{"dp_h1", 1}}, Json::object(), "parameter dp_h1 must not be above dp_h2");
}

TEST_CASE("a simulation, and its delta, need the site's own settings") {
  check_site_refuses(private_sites({{"simulation_seed", 7}})[1],
                     "simulation_seed makes noise that protects nobody");
  std::vector<Site> many = private_sites({{"dp_delta", 0.001}}, {{"delta_budget", 0.001}});
  many[1].files[subjects_file] = subjects_csv("south", 1000);
  check_site_refuses(many[1], "dp_delta must be below 1 divided by");
  check_site_refuses(private_sites({{"dp_delta", 0.0011}})[1], "dp_delta");
}

TEST_CASE("the site's other runs count, and simulations leave no budget") {
  SmallFederation federation(private_sites());
  const auto other = federation.output("local1").parent_path() / "another run";
  boost::filesystem::create_directories(other);
  federation.run_until("local1", "register");
  std::string spent;
  SUBCASE("much") {
    for (int i = 0; i < 150; ++i) spent += "{\"what\": \"canary\", \"rho\": 0.005}\n";
  }
  SUBCASE("simulated") {
    spent = "{\"what\": \"canary\", \"rho\": 0.005, \"not_private\": \"simulation\"}\n";
  }
  write(other / "release_log.jsonl", spent);
  check_faulty(federation, {"would pass this site's epsilon_budget"});
  write(other / "release_log.jsonl", "{\"what\": \"canary\", \"rho\": 0.005}\n");
  federation.step();
}

TEST_CASE("a site's settings are fixed when the run begins") {
  for (const char* method : {"single-shot", "dsne"}) {
    CAPTURE(method);
    SmallFederation federation(small_sites_with({{"method", method}}, {{"share_places", false}}));
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

TEST_CASE("a release beyond the budget is refused") {
  SmallFederation federation(private_sites({{"max_iterations", 30}}));
  federation.run_until("local0", "embed");
  const auto log = federation.output("local0") / "release_log.jsonl";
  const std::string before = content(log);
  std::string earlier = before;
  for (int i = 0; i < 150; ++i) earlier += "{\"what\": \"canary\", \"rho\": 0.005}\n";
  write(log, earlier);
  check_refused(federation, "the next release would pass this site's epsilon_budget");
  write(log, before);
  federation.step();
  CHECK(lines_of(content(log)).size() > lines_of(before).size());
}

TEST_CASE("an emptied ledger is noticed, in the run and by the next one") {
  SmallFederation federation(private_sites());
  const auto folder = federation.output("local0");
  const auto ledger = folder.parent_path() / "privacy_ledger.jsonl";
  federation.run_until("local0", "embed", 2);
  const std::string whole = content(ledger);
  REQUIRE(lines_of(whole).size() == 1);
  write(ledger, "");
  check_refused(federation, "the privacy ledger lacks entries that it had");
  boost::filesystem::remove(folder / "release_log.jsonl");
  Json in = federation.next_stdin();
  CHECK(dsne::tools::run_process(federation.next().command, dsne::to_ascii(in)).exit_code == 1);
}

TEST_CASE("the ledger is in the site's folder, where nothing is delivered") {
  const TemporaryFolder elsewhere;
  std::vector<Site> sites = private_sites();
  sites[1].input["site_settings"]["ledger_folder"] = elsewhere.path().string();
  FinishedRun federation(sites);
  CHECK(lines_of(content(elsewhere.path() / "privacy_ledger.jsonl")).size() == 4);
  const auto runs = federation.output("local1").parent_path();
  CHECK_FALSE(boost::filesystem::exists(runs / "privacy_ledger.jsonl"));
  SmallFederation other(sites);
  other.run_until("local1", "register");
  const auto check_folder_refused = [&](const Json& folder, const std::string& expected) {
    Json settings = sites[1].input["site_settings"];
    settings["ledger_folder"] = folder;
    write(other.folders("local1").base / settings_file, settings.dump());
    check_faulty(other, {expected});
  };
  const auto output = other.output("local1");
  for (const std::string& inside : {other.folders("local1").base.string(), output.string(),
                                    (output / ".." / output.filename()).string()}) {
    check_folder_refused(inside, "ledger_folder must not lie in a folder of the run");
  }
  check_folder_refused("/canary", "ledger_folder must be an existing folder");
  check_folder_refused(5, "ledger_folder must be");
}

TEST_CASE("a site caps delta, too") {
  const auto refuses = [](const Json& settings, double delta, const std::string& expected) {
    check_site_refuses(private_sites({{"dp_delta", delta}}, settings)[1], expected);
  };
  refuses(Json::object(), 1.1e-5,
          "parameter dp_delta is 1.1e-05, above this site's delta_budget, which is 1e-05");
  refuses({{"delta_budget", 1e-6}}, 1e-5,
          "parameter dp_delta is 1e-05, above this site's delta_budget, which is 1e-06");
  refuses({{"delta_budget", 0}}, 1e-5, "delta_budget must be a number between 0 and 1");
  refuses({{"delta_budget", "1e-5"}}, 1e-5, "delta_budget must be a number between 0 and 1");
  SmallFederation federation(private_sites({{"dp_delta", 1e-4}}, {{"delta_budget", 1e-4}}));
  federation.run_until("remote", "register");
}

TEST_CASE("a ledger that cannot be read stops the run") {
  SmallFederation federation(private_sites());
  federation.run_until("local0", "embed");
  const auto log = federation.output("local0") / "release_log.jsonl";
  write(log, content(log) + "{\"rho\": ");
  check_refused(federation, "release_log.jsonl line");
}

TEST_CASE("the remote cannot weaken the noise, nor have more rounds than were agreed") {
  SmallFederation federation(private_sites());
  federation.run_until("local0", "reference", 2);
  check_refused_with(federation, "/input/parameters/dp_sigma", 0.001, "dp_sigma");
  check_refused_with(federation, "/input/parameters/max_iterations", 1000, "max_iterations");
  federation.run_until("local0", "embed");
  check_refused_with(federation, "/input/iteration", 3, "iteration");
  check_refused_with(federation, "/input/iteration", 4, "iteration");
}

TEST_CASE("noise is fresh in every real run, and a simulation is marked everywhere") {
  const Json consent = {{"simulation", true}};
  const auto messages = [&](const Json& inputs) {
    SmallFederation run(private_sites(inputs, consent));
    // Real noise follows from the run's key.
    run.fresh_keys = !inputs.contains("simulation_seed");
    run.run();
    return run.answers();
  };
  CHECK(messages(Json::object()) != messages(Json::object()));
  const Json simulated = {{"simulation_seed", 7}};
  CHECK(messages(simulated) == messages(simulated));

  FinishedRun federation(private_sites(simulated, consent));
  CHECK(federation.result["not_private"] == true);
  for (const Json& output : federation.outputs()) CHECK(output["not_private"] == true);
  CHECK(contains(federation.page("local0"), "NOT PRIVATE"));
  CHECK(contains(federation.joint_page(), "NOT PRIVATE"));
  CHECK(contains(content(federation.joint() / "metrics.json"), "not_private"));
  CHECK(contains(content(federation.output("local0") / "release_log.jsonl"), "not_private"));
}
