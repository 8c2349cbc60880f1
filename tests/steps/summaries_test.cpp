// Runs on the sites' summaries.

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <set>

#include "core/digest.h"
#include "folders.h"
#include "refusal.h"
#include "seeded.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "summary/covariates.h"
#include "summary/keeping.h"
#include "summary/map_file.h"
#include "summary/shared_file.h"
#include "text_search.h"

namespace fs = boost::filesystem;
namespace summary = dsne::summary;
using dsne::Json;

namespace {

summary::SiteSummary summary_of(const std::string& name, int points, std::uint64_t seed) {
  return summary_of_table(subjects_csv(name, points), seed);
}

/// Puts the private file of a site's summary where the site looks for it.
void keep(SmallFederation& federation, const std::string& node, const std::string& name, int points,
          std::uint64_t seed) {
  const fs::path folder = federation.output(node).parent_path();
  summary::write_site_summary({folder, ""}, summary_of(name, points, seed));
}

/// Sites in a run that moves landmarks in so many rounds.
std::vector<Site> landmark_sites(int rounds) {
  return sites_with(summary_sites(),
                    {{"method", "fed-tsne"}, {"landmark_method", "mmd"}, {"mmd_rounds", rounds}});
}

}  // namespace

TEST_CASE("two sites suffice, a third without a summary is placed on their map") {
  for (const bool file : {false, true}) {
    CAPTURE(file);
    std::vector<Site> sites = summary_sites();
    sites[2].files[summary_file] = "{}\n";
    if (!file) sites[2].input.erase("summary");
    FinishedRun federation(sites);
    CHECK(csv_cells(federation.output("local2") / "embedding.csv").size() == 91);
    CHECK(csv_cells(federation.joint() / "summary_embedding.csv").size() == 1 + 11 + 10);
    CHECK(contains(federation.page("local2"), "This site brought no summary"));
    const std::string joint = federation.joint_page();
    CHECK(contains(joint, "<td class=\"words muted\">not known: no summary</td>"));
    CHECK(contains(joint, ">not known: fewer than three summaries</td>"));
  }
}

TEST_CASE("a site that stands apart comes first in the joint table of sites") {
  std::vector<Site> sites = summary_sites();
  summary::Summary other_unit = summary_of("south", 100, 2).summary;
  other_unit.means.col(0).array() += 1000;
  sites[1].files[summary_file] = summary::summary_csv(other_unit);
  FinishedRun federation(sites);
  const std::string joint = federation.joint_page();
  const auto row = joint.find("<th scope=\"row\">local1</th>");
  REQUIRE(row != std::string::npos);
  CHECK(row < joint.find("<th scope=\"row\">local0</th>"));
  CHECK(joint.find("<td class=\"words\">canary_f1 (+", row) < joint.find("</tr>", row));
}

TEST_CASE("a measure missing from one summary is left out of the map, and all are told") {
  std::vector<Site> sites = summary_sites();
  summary::Summary some = summary_of("west", 90, 3).summary;
  some = summary::with_measures(some, {"canary_f5", "canary_f2", "canary_f1", "canary_f4"});
  sites[2].files[summary_file] = summary::summary_csv(some);
  FinishedRun federation(sites);
  const std::string told =
      "canary_f3</th><td class=\"words\">left out</td><td class=\"words\">local2</td>";
  CHECK(contains(federation.page("local0"), told));
  CHECK(contains(federation.joint_page(), told));
  // Its columns are in another order than the others'.
  CHECK(csv_cells(federation.output("local2") / "embedding.csv").size() == 91);
}

TEST_CASE("tables without names, whose summaries number their columns, make the same run") {
  const auto embedding_of = [](const std::vector<Site>& sites) {
    return content(FinishedRun(sites).output("local1") / "embedding.csv");
  };
  std::vector<Site> sites = summary_sites();
  const std::string named = embedding_of(sites);
  const std::string name = "canary_f";
  for (Site& site : sites) {
    site.input.update(Json{{"header", "no"}, {"id_column", "1"}, {"label_column", "2"}});
    std::string& table = site.files.at(subjects_file);
    table.erase(0, table.find('\n') + 1);
    std::string& rows = site.files.at(summary_file);
    while (contains(rows, name)) rows.erase(rows.find(name), name.size());
  }
  CHECK(embedding_of(sites) == named);
}

TEST_CASE("auto takes summaries, and the reference points where somebody gives some") {
  std::vector<Site> sites = sites_with(summary_sites(), {{"reference", nullptr}});
  FinishedRun federation(sites);
  CHECK(fs::exists(federation.joint() / "summary_embedding.csv"));
  const std::string link = "href=\"./summary_sent.csv\"";
  CHECK(contains(federation.page("local0"), link));
  sites[0] = with_reference(sites[0]);
  FinishedRun both(sites);
  CHECK(csv_cells(both.joint() / "summary_embedding.csv").size() == 1 + 30);
  CHECK(csv_cells(both.joint() / "reference_embedding.csv").size() == 1 + 30);
  CHECK(both.sent_by("local1").size() == 6);
  FinishedRun given(sites_with(sites, {{"reference", "given"}}));
  CHECK_FALSE(fs::exists(given.joint() / "summary_embedding.csv"));
  for (const Json& message : given.sent_by("local1")) {
    CHECK_FALSE(message.contains("summary_sent"));
  }
  CHECK_FALSE(contains(given.page("local0"), link));
}

TEST_CASE("a lost reference for a map of summaries is sent again") {
  std::vector<Site> sites = sites_with(summary_sites(), {{"reference", nullptr}});
  sites[0] = with_reference(sites[0]);
  SmallFederation federation(sites);
  bool lost = false;
  federation.after = [&](dsne::tools::Node& node) {
    const fs::path sent = node.directories.transfer / "dsne_reference.csv";
    if (lost || node.id != "local0" || !fs::exists(sent)) return;
    lost = true;
    fs::remove(sent);
  };
  federation.run();
  CHECK(lost);
  CHECK(csv_cells(federation.joint() / "reference_embedding.csv").size() == 1 + 30);
}

TEST_CASE("other methods use the rows of the summaries as their reference") {
  for (const char* method : {"dsne", "fedne", "fed-tsne", "spectral-clustering"}) {
    CAPTURE(method);
    FinishedRun federation(sites_with(summary_sites(), {{"method", method}}));
    CHECK(contains(federation.page("local1"), "are the 30 rows of the sites"));
    if (method == std::string("spectral-clustering")) continue;
    CHECK(csv_cells(federation.output("local1") / "embedding.csv").size() == 101);
    CHECK(csv_cells(federation.joint() / "summary_embedding.csv").size() == 1 + 30);
  }
}

TEST_CASE("landmarks are moved from the rows of the summaries, or from a given reference") {
  for (const bool given : {false, true}) {
    CAPTURE(given);
    std::vector<Site> sites = sites_with(landmark_sites(3), {{"reference", "auto"}});
    if (given) sites[0] = with_reference(sites[0]);
    SmallFederation federation(sites);
    federation.kill_calls_of("landmarks");
    federation.run();
    int rounds = 0;
    for (const Json& message : federation.sent_by("local1")) {
      if (message["phase"] == "landmarks") ++rounds;
    }
    CHECK(rounds == 3);
    CHECK(contains(federation.page("local1"), "37 landmarks, moved in 3 rounds"));
    CHECK(csv_cells(federation.joint() / "reference_embedding.csv").size() == 1 + 37);
  }
}

TEST_CASE("a site moves landmarks in the agreed number of rounds, and in no other run") {
  SmallFederation federation(landmark_sites(2));
  federation.run_until("local0", "landmarks");
  const Json asked = federation.next_stdin()["input"];
  check_refused_with(federation, "/input/number_of_landmarks", 36, "landmarks");
  federation.step();
  federation.run_until("local0", "landmarks");
  federation.step();
  federation.run_until("local0", "reference");
  Json in = federation.next_stdin();
  Json again = asked;
  again["round"] = in["input"]["round"];
  in["input"] = again;
  check_refused(federation, in, "more rounds than mmd_rounds");
  SmallFederation other(summary_sites());
  other.run_until("local0", "collect");
  in = other.next_stdin();
  again["round"] = in["input"]["round"];
  in["input"] = again;
  check_refused(other, in, "asks about landmarks that this run does not find");
}

TEST_CASE("a run without any summary ends with the command to type") {
  check_coordinator_refuses(sites_with(summary_sites(), {{"summary", nullptr}}),
                            "dsne summarize DATA --output FOLDER");
  check_coordinator_refuses(
      sites_with(summary_sites(), {{"method", "dp-density"}}, {{"epsilon_budget", 10}}),
      "method dp-density takes none");
}

TEST_CASE("too few rows make no common map, and each site has a map of its own subjects") {
  FinishedRun federation(sites_with({summary_site("north", 60, 1), summary_site("south", 50, 2)},
                                    {}, {{"share_places", true}}));
  std::set<std::string> different;
  for (const auto& row : csv_cells(federation.output("local1") / "embedding.csv")) {
    different.insert(row[1]);
  }
  CHECK(different.size() == 1 + 50);
  CHECK(contains(federation.page("local1"), "they stay here"));
  CHECK(csv_cells(federation.joint() / "summary_embedding.csv").size() == 1);
  // Positions on maps that are not common would be drawn on one.
  CHECK(csv_cells(federation.joint() / "embedding.csv").size() == 1);
}

TEST_CASE("positions are shared on a map of summaries only if a site's settings say so") {
  std::vector<Site> sites = summary_sites();
  sites[1].input["site_settings"]["share_places"] = true;
  FinishedRun federation(sites);
  const auto joint = csv_cells(federation.joint() / "embedding.csv");
  CHECK(joint.size() == 1 + 100);
  CHECK(joint[1][0] == "local1");
}

TEST_CASE("on a map of summaries nothing that a site sends depends on its subjects") {
  std::vector<std::vector<Json>> sent;
  for (const std::string data : {"south", "another south"}) {
    std::vector<Site> sites = summary_sites();
    sites[1].files[subjects_file] = subjects_csv(data, 100);
    SmallFederation federation(sites);
    keep(federation, "local1", "south", 100, 2);
    federation.run();
    sent.push_back(federation.sent_by("local1"));
    CHECK(contains(federation.page("local0"), "was not found"));
    CHECK_FALSE(contains(federation.page("local1"), "was not found"));
  }
  CHECK(sent[0] == sent[1]);
}

TEST_CASE("a site refuses a map without its own summary, and one whose scales are not its rows'") {
  SmallFederation without(summary_sites());
  send_other_map(without, "local1", [](const std::string& text) {
    summary::MapSources sources = summary::parse_map(text, "the map").sources;
    sources.sites[1].summary.means(0, 0) += 1;
    return summary::map_text(summary::make_common_map(sources));
  });
  check_refused(without, "is without this site's own");
  SmallFederation scaled(summary_sites());
  send_other_map(scaled, "local0", [](const std::string& text) {
    const double scale = Json::parse(text)["scale"][0];
    return replaced(text, "\"scale\": [" + Json(scale).dump(),
                    "\"scale\": [" + Json(2 * scale).dump());
  });
  check_refused(scaled, "its scales are not those of its rows");
}

TEST_CASE("faults of summaries are reported at registration") {
  std::vector<Site> sites = summary_sites();
  sites[1].files[summary_file] = "row,subjects\n";
  check_site_refuses(sites[1], "summary");
  sites = summary_sites();
  sites[1].input["summary"] = {"canary_missing.csv"};
  check_site_refuses(sites[1], "summary: there is no such file");
  sites = summary_sites();
  check_site_refuses(with_reference(sites[1]),
                     "reference_data is given where parameter reference is summaries");
}

namespace {

/// The summary of a small site whose subjects are of these ages, one year apart, and of either sex.
summary::SiteSummary aged_summary(const std::string& name, int points, std::uint64_t seed,
                                  double youngest) {
  summary::Records records = records_of_table(subjects_csv(name, points));
  records.covariates = {{"age", {}}, {"sex=F/M", {}}};
  for (int i = 0; i < points; ++i) {
    records.covariates[0].values.push_back(youngest + i % 31);
    records.covariates[1].values.push_back(i % 3 == 0 ? 1 : 0);
  }
  auto source = seeded(seed);
  return with_covariates(summary_of(name, points, seed), records, source);
}

std::vector<Site> aged_sites() {
  std::vector<Site> sites =
      sites_with(summary_sites(), {{"harmonization", "site"}}, {{"covariates", {"age", "sex"}}});
  const std::vector<std::string> names = {"north", "south", "west"};
  const std::vector<int> points = {110, 100, 90};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sites[i].files[summary_file] = summary::summary_csv(
        aged_summary(names[i], points[i], i + 1, 20 + 15 * static_cast<double>(i)).summary);
  }
  return sites;
}

}  // namespace

TEST_CASE("a run with covariates tells what it removed and kept, and has adjusted scores") {
  SmallFederation federation(aged_sites());
  summary::write_site_summary({federation.output("local1").parent_path(), ""},
                              aged_summary("south", 100, 2, 35));
  federation.run();
  const auto table = csv_cells(federation.joint() / "harmonization.csv");
  CHECK(table.front() == std::vector<std::string>{"measure", "site", "removed", "in_spreads",
                                                  "factor", "slope:age", "slope:sex=F/M"});
  CHECK(table.size() == 1 + 5 * 3);
  CHECK(csv_cells(federation.joint() / "summary_embedding_before.csv").size() == 1 + 30);
  const std::string joint = federation.joint_page();
  CHECK(contains(joint, "Covariates of all summaries: age, sex."));
  CHECK(contains(joint, "What harmonization removed"));
  CHECK(contains(joint, "The map before harmonization"));
  const auto scores = csv_cells(federation.output("local1") / "embedding.csv");
  const auto& header = scores.front();
  const auto raw = std::find(header.begin(), header.end(), "odd_score") - header.begin();
  const auto adjusted =
      std::find(header.begin(), header.end(), "odd_score_adjusted") - header.begin();
  REQUIRE(adjusted < std::ssize(header));
  const auto differ = std::count_if(scores.begin() + 1, scores.end(), [&](const auto& row) {
    return row[static_cast<std::size_t>(raw)] != row[static_cast<std::size_t>(adjusted)];
  });
  CHECK(differ > 50);
  CHECK(contains(federation.page("local1"), "with covariates age, sex and their slopes"));
}

TEST_CASE("a site sends the covariates that its settings name, and all sites' are used") {
  std::vector<Site> sites = aged_sites();
  sites[1].input["site_settings"]["covariates"] = {"age"};
  FinishedRun federation(sites);
  const std::string sent = content(federation.output("local1") / "summary_sent.csv");
  CHECK(contains(sent, "covariate:age"));
  CHECK_FALSE(contains(sent, "covariate:sex"));
  const std::string joint = federation.joint_page();
  CHECK(contains(joint, "Covariates of all summaries: age."));
  CHECK(contains(joint, "have them: covariates sex."));
  sites[1].input["site_settings"].erase("covariates");
  FinishedRun without(sites);
  CHECK_FALSE(contains(content(without.output("local1") / "summary_sent.csv"), "slope"));
  CHECK_FALSE(contains(content(without.output("local1") / "embedding.csv"), "adjusted"));
}

TEST_CASE("a covariate that sites tell by other words ends the run, by its name alone") {
  std::vector<Site> sites = aged_sites();
  std::string& text = sites[2].files[summary_file];
  for (std::size_t at; (at = text.find("=F/M")) != std::string::npos;) text.replace(at, 4, "=1/2");
  SmallFederation federation(sites);
  federation.run_until("remote", "reference", 2);
  check_refused(federation, "the summaries tell covariate sex by different words or numbers");
}

TEST_CASE("a run in which two sites bring one summary ends") {
  std::vector<Site> sites = summary_sites();
  sites[2].files[summary_file] = sites[0].files[summary_file];
  SmallFederation federation(sites);
  federation.run_until("remote", "reference");
  federation.step();  // the sites have met, and now send their summaries
  federation.run_until("remote", "reference");
  check_refused(federation, "sites local0 and local2 bring the same summary");
}

TEST_CASE("a second summary of a site's persons is told by the coordinator and by all sites") {
  SmallFederation first(summary_sites());
  CHECK_FALSE(first.run().contains("warning"));
  std::vector<Site> sites = summary_sites();
  sites[0].files[summary_file] =
      summary::summary_csv(without(summary_of("north", 110, 1), "canary-north-7").summary);
  sites[1].files[summary_file] = summary::summary_csv(summary_of("south", 100, 22).summary);
  SmallFederation next(sites);
  for (const std::string& node : next.ids()) {
    const std::string seen = "summaries_seen.json";
    fs::copy_file(first.output(node).parent_path() / seen, next.output(node).parent_path() / seen);
  }
  next.kill_calls_of("report");
  const std::string told =
      "Ask before you use this map: local1 has a summary without any row of the one before.";
  CHECK(contains(next.run()["warning"].get<std::string>(), told));
  CHECK(contains(next.joint_page(), told));
  for (const char* site : {"local0", "local1", "local2"}) CHECK(contains(next.page(site), told));
}

TEST_CASE(
    "a later run marks who is new at a site, and decisions stay, under every call made twice") {
  const auto of_page = [](const std::string& page, const std::string& name) {
    const std::string start = '"' + name + "\":\"";
    const std::size_t from = page.find(start);
    if (from == std::string::npos) return std::string();
    return page.substr(from + start.size(),
                       page.find('"', from + start.size()) - from - start.size());
  };
  SmallFederation first(summary_sites());
  first.run();
  const std::string key = of_page(first.page("local0"), "key");
  CHECK(of_page(first.page("local0"), "new_since").empty());
  CHECK(key != of_page(first.page("local1"), "key"));
  std::vector<Site> sites = summary_sites();
  std::string& table = sites[0].files[subjects_file];
  const std::string last = table.substr(table.rfind('\n', table.size() - 2) + 1);
  table += "canary-arrival" + last.substr(last.find(','));
  SmallFederation next(sites);
  const auto kept = [](SmallFederation& run) {
    return run.output("local0").parent_path() / "known_subjects.json";
  };
  fs::copy_file(kept(first), kept(next));
  next.kill_calls_of("report");
  next.run();
  const std::string page = next.page("local0");
  CHECK(of_page(page, "key") == key);
  CHECK_FALSE(of_page(page, "new_since").empty());
  CHECK(contains(page, "\"new\":[110]"));
  CHECK_FALSE(contains(content(next.joint() / "index.html"), "canary-arrival"));
}
