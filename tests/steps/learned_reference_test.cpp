// Runs in which nobody gives a reference: it is learned from the sites' subjects.

#include "federated/reference/learned_reference.h"

#include <doctest/doctest.h>

#include <boost/filesystem/operations.hpp>
#include <set>

#include "core/digest.h"
#include "federated/sums/masked_fields.h"
#include "folders.h"
#include "refusal.h"
#include "text_search.h"

namespace fs = boost::filesystem;

using dsne::Json;
using dsne::Matrix;

namespace {

std::vector<Site> learning_sites(const Json& inputs = Json::object()) {
  std::vector<Site> sites = {small_site("north", 24), small_site("south", 20),
                             small_site("west", 16)};
  for (Site& site : sites) site.input.merge_patch(inputs);
  return sites;
}

std::string learned(SmallFederation& federation, const std::string& node) {
  return content(federation.folders(node).output / "learned_reference.json");
}

/// A federation whose next call is a site's in this stage of learning.
void run_until_landmark_stage(SmallFederation& federation, const std::string& site,
                              const std::string& stage) {
  for (;;) {
    federation.run_until(site, "landmarks");
    if (federation.next_stdin()["input"]["stage"] == stage) return;
    federation.step();
  }
}

}  // namespace

TEST_CASE("without a reference every method but the private ones makes its map") {
  for (const char* method : {"dsne", "joint", "single-shot"}) {
    CAPTURE(method);
    SmallFederation federation(learning_sites({{"method", method}}));
    const Json result = federation.run();
    const std::string text = learned(federation, "remote");
    const auto reference = dsne::federated::parse_learned_reference(text);
    CHECK(reference.members.sum() == 60);
    CHECK(reference.members.minCoeff() >= 5);
    CHECK(reference.features == std::vector<std::string>{"canary_f1", "canary_f2", "canary_f3",
                                                         "canary_f4", "canary_f5"});
    for (const char* site : {"local0", "local1", "local2"}) {
      CHECK(learned(federation, site) == text);
      const auto rows = csv_cells(federation.folders(site).output / "embedding.csv");
      CHECK(rows.size() == federation.node(site).cache["points"].get<std::size_t>() + 1);
      const std::string page = content(federation.folders(site).output / "index.html");
      CHECK(contains(page, "The reference was learned from all sites"));
      CHECK(contains(page, "as unfit, with measures that do not go together"));
      CHECK(contains(page, "differs most from all sites in canary_f"));
      CHECK_FALSE(contains(page, "epsilon, is 0"));
    }
    CHECK(contains(content(federation.folders("local0").output / "joint" / "index.html"),
                   "The reference was learned from all sites"));
    CHECK(result["measures"][0]["value"] == reference.landmarks.rows());
  }
}

TEST_CASE("a few small sites have their map without a reference and without a perplexity") {
  for (const char* method : {"dsne", "joint", "single-shot", "fed-tsne"}) {
    CAPTURE(method);
    std::vector<Site> sites = {small_site("north", 20), small_site("south", 20),
                               small_site("west", 20)};
    for (Site& site : sites) {
      site.input["method"] = method;
      site.input["site_settings"]["share_distances"] = true;
      site.input.erase("perplexity");
    }
    SmallFederation federation(sites);
    const Json result = federation.run();
    CHECK(result["sites"].size() == 3);
    const fs::path output = federation.folders("local1").output;
    const std::string joint = content(output / "joint" / "index.html");
    if (method == std::string("fed-tsne")) {
      CHECK(contains(joint, " subjects, the perplexity is 19.6 in place of 30"));
    } else {
      CHECK(contains(joint, "At 3 of 3 sites there are few points"));
      const auto landmarks =
          dsne::federated::parse_learned_reference(learned(federation, "local1")).landmarks.rows();
      CHECK(contains(content(output / "index.html"),
                     "With " + std::to_string(20 + landmarks) + " points, this site"));
    }
  }
}

TEST_CASE("landmarks by gradients, as published, where every site's settings allow it") {
  for (const char* method : {"joint", "single-shot", "fed-tsne", "fed-umap"}) {
    CAPTURE(method);
    std::vector<Site> sites = learning_sites({{"method", method},
                                              {"landmark_method", "mmd"},
                                              {"least_members", 2},
                                              {"mmd_rounds", 5},
                                              {"n_neighbors", 5}});
    for (Site& site : sites) {
      site.input["site_settings"].update({{"share_gradients", true}, {"share_distances", true}});
    }
    SmallFederation federation(sites);
    federation.run();
    const std::string text = learned(federation, "local0");
    const auto reference = dsne::federated::parse_learned_reference(text);
    CHECK(reference.members.sum() == 60);
    CHECK(reference.members.minCoeff() >= 2);
    CHECK(learned(federation, "remote") == text);
    const fs::path output = federation.folders("local2").output;
    for (const char* page : {"index.html", "joint/index.html"}) {
      CHECK(contains(content(output / page), "it is for study. No privacy guarantee covers it."));
    }
    int descents = 0;
    for (const Exchange& exchange : federation.exchanges()) {
      if (exchange.node != "local1" || exchange.output["phase"] != "landmarks") continue;
      CHECK_FALSE(exchange.output.contains("landmarks"));
      if (!exchange.output.contains("masked")) continue;
      if (exchange.output["masked"].contains("moved")) ++descents;
    }
    CHECK(descents == 5);
  }
}

TEST_CASE("the published + forms: noise on the gradients, told, and other noise in another run") {
  for (const char* method : {"fed-tsne", "fed-umap", "spectral-clustering"}) {
    CAPTURE(method);
    std::vector<Site> sites = learning_sites({{"method", method},
                                              {"landmark_method", "mmd"},
                                              {"least_members", 2},
                                              {"mmd_rounds", 5},
                                              {"mmd_noise", 0.1},
                                              {"clusters", 2},
                                              {"n_neighbors", 5}});
    for (Site& site : sites) {
      site.input["site_settings"].update({{"share_gradients", true}, {"share_distances", true}});
    }
    SmallFederation federation(sites);
    federation.run();
    for (const char* page : {"index.html", "joint/index.html"}) {
      CHECK(contains(content(federation.folders("local2").output / page),
                     "Sites added noise to their gradients (mmd_noise 0.1)"));
    }
    SmallFederation same(sites);
    same.run();
    CHECK(learned(same, "local0") == learned(federation, "local0"));
    SmallFederation another(sites);
    another.fresh_keys = true;
    another.run();
    CHECK(learned(another, "local0") != learned(federation, "local0"));
    CHECK(learned(another, "local0") == learned(another, "remote"));
  }
}

TEST_CASE("a site that does not share gradients takes part in no descent of landmarks") {
  for (const bool silent : {true, false}) {
    std::vector<Site> sites = learning_sites({{"landmark_method", "mmd"}});
    for (Site& site : sites) site.input["site_settings"]["share_gradients"] = true;
    if (silent) {
      sites[1].input["site_settings"].erase("share_gradients");
    } else {
      sites[1].input["site_settings"]["share_gradients"] = false;
    }
    SmallFederation federation(sites);
    federation.run_until("local1", "landmarks");
    check_refused(federation, "site_settings does not say share_gradients true");
  }
}

TEST_CASE("a bad scan is flagged without a reference, and the measure that is wrong is named") {
  for (const char* normalization : {"zscore", "robust"}) {
    CAPTURE(normalization);
    std::vector<Site> sites =
        learning_sites({{"method", "single-shot"}, {"normalization", normalization}});
    std::string& text = sites[0].files[subjects_file];
    const std::size_t comma = text.rfind(',', text.size() - 2);
    text = text.substr(0, comma) + ",-20\n";
    SmallFederation federation(sites);
    federation.run();
    const auto rows = csv_cells(federation.folders("local0").output / "embedding.csv");
    const auto column = std::find(rows.front().begin(), rows.front().end(), "flagged");
    REQUIRE(column != rows.front().end());
    const auto flagged = [&, at = column - rows.front().begin()](const auto& row) {
      return row[static_cast<std::size_t>(at)] == "true";
    };
    CHECK(flagged(rows.back()));
    CHECK(std::count_if(rows.begin(), rows.end(), flagged) < 5);
    CHECK(contains(content(federation.folders("local0").output / "index.html"), "canary_f5"));
  }
}

TEST_CASE("a run that learns its reference is the same when it is made again") {
  SmallFederation first(learning_sites());
  SmallFederation second(learning_sites());
  second.sites_backwards = true;
  const auto outputs = first.outputs_of_run();
  second.run();
  CHECK(learned(first, "local0") == learned(second, "local0"));
  CHECK(content(first.folders("local1").output / "embedding.csv") ==
        content(second.folders("local1").output / "embedding.csv"));
}

TEST_CASE("a run goes on the same when nodes are killed while its reference is learned") {
  SmallFederation plain(learning_sites({{"jitter", 0}}));
  SmallFederation killed(learning_sites({{"jitter", 0}}));
  killed.kill_calls_of("landmarks");
  plain.run();
  killed.run();
  CHECK(killed.answers() == plain.answers());
  for (const char* file : {"embedding.csv", "learned_reference.json"}) {
    CHECK(content(killed.folders("local1").output / file) ==
          content(plain.folders("local1").output / file));
  }
}

TEST_CASE("while a reference is learned nothing legible leaves a site but its number of subjects") {
  SmallFederation federation(learning_sites());
  federation.run();
  std::set<std::string> fields;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node == "remote" || exchange.output["phase"] != "landmarks") continue;
    for (const auto& item : exchange.output.items()) fields.insert(item.key());
  }
  CHECK(fields == std::set<std::string>{"masked", "phase", "points", "round"});
}

TEST_CASE("names of measures leave a site once, when it registers") {
  SmallFederation federation(learning_sites());
  federation.run();
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node == "remote") continue;
    CHECK(exchange.output.contains("table") == (exchange.output["phase"] == "register"));
    CHECK_FALSE(exchange.output.contains("features"));
  }
}

TEST_CASE("features are those that every site has, whatever their order") {
  std::vector<Site> sites = learning_sites();
  std::string& text = sites[1].files[subjects_file];
  text = subjects_csv("south", 20, 4);
  text = "canary_id,canary_label,canary_f2,canary_f1,canary_f3,canary_f5" +
         text.substr(text.find('\n'));
  SmallFederation federation(sites);
  federation.run();
  CHECK(dsne::federated::parse_learned_reference(learned(federation, "local2")).features ==
        std::vector<std::string>{"canary_f1", "canary_f2", "canary_f3", "canary_f5"});
}

TEST_CASE("sites without a feature in common") {
  std::vector<Site> sites = learning_sites();
  std::string& text = sites[1].files[subjects_file];
  text = "canary_id,canary_label,canary_g1,canary_g2,canary_g3,canary_g4,canary_g5" +
         text.substr(text.find('\n'));
  SmallFederation federation(sites);
  federation.run_until("remote", "register");
  check_refused_by_measures(federation, "the sites have no measure in common: site local0 lacks ");
}

TEST_CASE("who does not want a reference to be learned") {
  check_coordinator_refuses(learning_sites({{"reference", "given"}}),
                            "no site gives reference_data");
  Site site = site_with_reference("north", 24);
  site.input["reference"] = "learned";
  check_site_refuses(site, "reference_data is given where parameter reference is learned");
}

TEST_CASE("a private method does not learn its reference") {
  SmallFederation federation(
      learning_sites({{"method", "dp-density"}, {"site_settings", {{"epsilon_budget", 5}}}}));
  federation.run_until("remote", "register");
  check_refused(federation, "method dp-density needs a reference");
}

TEST_CASE("a coordinator cannot make a site learn that holds a reference or wants a given one") {
  const auto message = [](SmallFederation& learning) {
    learning.run_until("local0", "landmarks");
    return learning.next_stdin()["input"];
  };
  SmallFederation learning(learning_sites());
  const Json first = message(learning);
  for (const bool holds : {true, false}) {
    std::vector<Site> sites = holds ? small_sites() : small_sites_with({{"reference", "given"}});
    const std::string site = holds ? "local0" : "local1";
    SmallFederation federation(sites);
    federation.run_until(site, "reference");
    federation.step();
    federation.run_until(site, "reference");
    Json in = federation.next_stdin();
    in["input"].merge_patch(first);
    in["input"]["round"] = 2;
    check_refused(federation, in, "the remote learns a reference where one is given");
  }
}

TEST_CASE("a reference that is not the one that was learned is refused") {
  SmallFederation federation(learning_sites());
  federation.run_until("local1", "landmarks");
  while (federation.next_phase() == "landmarks") federation.step();
  const std::string node = federation.next().id;
  REQUIRE(federation.next_phase() == "reference");
  Json in = federation.next_stdin();
  REQUIRE(in["input"].contains("sha256"));
  const auto file = federation.folders(node).base / "dsne_reference.csv";
  const std::string text = content(file);
  Json changed = Json::parse(text);
  changed["normalization"] = "zscore";
  write(file, changed.dump());
  in["input"]["sha256"] = dsne::sha256(changed.dump());
  check_refused(federation, in, "the remote's reference is not the one that was learned");
  write(file, text);
  check_refused_with(federation, "/input/points", 3,
                     "points is not the reference's number of points");
}

TEST_CASE("a learned reference that is lost on its way is sent again, and no other") {
  for (const char* choice : {"auto", "learned"}) {
    CAPTURE(choice);
    SmallFederation federation(learning_sites({{"reference", choice}}));
    federation.run_until("local1", "landmarks");
    while (federation.next_phase() == "landmarks") federation.step();
    federation.run_until("local2", "reference");
    boost::filesystem::remove(federation.folders("local2").base / "dsne_reference.csv");
    federation.run_until("remote", "reference");
    federation.step();
    federation.run_until("local0", "reference");
    Json in = federation.next_stdin();
    REQUIRE(in["input"].contains("sha256"));
    const auto file = federation.folders("local0").base / "dsne_reference.csv";
    const std::string text = content(file);
    write(file, text + "\n");
    in["input"]["sha256"] = dsne::sha256(text + "\n");
    check_refused(federation, in, "the remote's reference is not the one that was learned");
    write(file, text);
    federation.run();
    CHECK(learned(federation, "local2") == text);
    CHECK(contains(content(federation.folders("local0").output / "index.html"),
                   "The reference was learned from all sites"));
  }
}

TEST_CASE("sums over too few sites or subjects are not begun") {
  std::vector<Site> sites = learning_sites({{"method", "single-shot"}});
  SUBCASE("sites") {
    sites[0].input["site_settings"]["least_sites"] = 4;
    SmallFederation federation(sites);
    federation.run_until("local0", "landmarks");
    check_refused(federation, "a run that learns its reference sums over the run's sites");
  }
  SUBCASE("subjects") {
    sites[2].input["site_settings"]["least_subjects"] = 17;
    SmallFederation federation(sites);
    federation.run_until("local2", "landmarks");
    check_refused(federation, "16 subjects; least_subjects is 17");
  }
}

TEST_CASE("a site is told of no more features than it has") {
  SmallFederation federation(learning_sites());
  federation.run_until("local0", "landmarks");
  check_refused_with(federation, "/input/number_of_features", 2147483648,
                     "number_of_features is more than this site has");
  check_refused_with(federation, "/input/number_of_features", 3,
                     "features is not of number_of_features");
}

TEST_CASE("a site asks itself whether the coordinator may know what it asks") {
  SmallFederation federation(learning_sites());
  run_until_landmark_stage(federation, "local1", "moments");
  check_refused_with(federation, "/input/nodes", {1}, "nodes must hold whole numbers from 0 to 0");
  check_refused_with(federation, "/input/axes", {99}, "axes must hold whole numbers from 0 to");
  run_until_landmark_stage(federation, "local1", "count");
  Json in = federation.next_stdin();
  for (int i = 0; i < 17; ++i) in["input"]["thresholds"][0].push_back(1e9 + i);
  check_refused(federation, in, "nodes is not what may be asked now");
}

TEST_CASE("a coordinator chooses neither the scales nor where landmarks lie") {
  SmallFederation federation(learning_sites({{"normalization", "robust"}, {"landmarks", 4}}));
  const auto check_lie = [&](const std::string& sum) {
    CAPTURE(sum);
    Json in = federation.next_stdin();
    Json& told = in["input"][sum];
    auto words = dsne::federated::words_from(told, told["rows"], told["columns"], sum);
    words.front() += 1;
    told.update(dsne::federated::pack_words(words, told["rows"], told["columns"]));
    check_refused(federation, in, sum + " is not the sum of what the sites have sent");
  };
  run_until_landmark_stage(federation, "local1", "spread");
  for (const char* sum : {"present", "weights", "middles", "log_middles", "no_logarithm"}) {
    check_lie(sum);
  }
  run_until_landmark_stage(federation, "local1", "oddness");
  for (const char* sum : {"spreads", "measure_spreads"}) check_lie(sum);
  run_until_landmark_stage(federation, "local1", "leaves");
  for (const char* sum : {"node_sums", "node_products"}) check_lie(sum);
  while (federation.next_phase() == "landmarks") federation.step();
  federation.run_until("local1", "reference");
  const fs::path file = federation.folders("local1").base / "dsne_reference.csv";
  Json reference = Json::parse(content(file));
  Matrix landmarks = dsne::matrix_field(reference, "landmarks", reference["number_of_landmarks"],
                                        reference["number_of_components"], "");
  landmarks(0, 0) += 1e-3;
  reference["landmarks"] = dsne::pack(landmarks);
  const std::string text = reference.dump(1) + '\n';
  write(file, text);
  Json in = federation.next_stdin();
  in["input"]["sha256"] = dsne::sha256(text);
  check_refused(federation, in, "the remote's reference is not the one that was learned");
}
