// Runs on the sites' summaries.

#include <algorithm>
#include <set>

#include "seeded.h"
#include "steps.h"
#include "summary/covariates.h"
#include "summary/keeping.h"
#include "summary/map_file.h"
#include "summary/shared_file.h"

namespace summary = dsne::summary;

namespace {

/// The subjects of summary_sites().
const std::vector<std::pair<std::string, int>> subjects = {
    {"north", 110}, {"south", 100}, {"west", 90}};

/// The summary that one of them brings, or another one of its subjects.
summary::SiteSummary summary_of(std::size_t site, std::uint64_t seed) {
  return summary_of_table(subjects_csv(subjects[site].first, subjects[site].second), seed);
}

/// Puts the private file of a site's summary where the site looks for it.
void keep(SmallFederation& federation, const std::string& node, const summary::SiteSummary& made) {
  summary::write_site_summary({federation.output(node).parent_path(), ""}, made);
}

std::vector<Site> landmark_sites(int rounds) {
  return sites_with(summary_sites(),
                    {{"method", "fed-tsne"}, {"landmark_method", "mmd"}, {"mmd_rounds", rounds}});
}

/// The summary of a site whose subjects are of these ages, one year apart, and of either sex.
summary::SiteSummary aged_summary(std::size_t site) {
  const auto& [name, points] = subjects[site];
  summary::Records records = records_of_table(subjects_csv(name, points));
  records.covariates = {{"age", {}}, {"sex=F/M", {}}};
  for (int i = 0; i < points; ++i) {
    records.covariates[0].values.push_back(20 + 15 * static_cast<double>(site) + i % 31);
    records.covariates[1].values.push_back(i % 3 == 0 ? 1 : 0);
  }
  auto source = seeded(site + 1);
  return with_covariates(summary_of(site, site + 1), records, source);
}

std::vector<Site> aged_sites() {
  std::vector<Site> sites =
      sites_with(summary_sites(), {{"harmonization", "site"}}, {{"covariates", {"age", "sex"}}});
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sites[i].files[summary_file] = summary::summary_csv(aged_summary(i).summary);
  }
  return sites;
}

}  // namespace

TEST_CASE("two sites suffice, a third without a summary is placed on their map") {
  std::vector<Site> sites = summary_sites();
  sites[2].files[summary_file] = "{}\n";
  for (int brought = 1; brought >= 0; --brought) {
    if (brought == 0) sites[2].input.erase("summary");
    FinishedRun federation(sites);
    CHECK(federation.embedding("local2").size() == 91);
    CHECK(federation.joint_table("summary_embedding.csv").size() == 1 + 11 + 10);
    CHECK(contains(federation.page("local2"), "This site brought no summary"));
    CHECK(contains(federation.joint_page(), ">not known: fewer than three summaries</td>"));
  }
}

TEST_CASE("a site that stands apart comes first in the joint table of sites") {
  std::vector<Site> sites = summary_sites();
  summary::Summary other_unit = summary_of(1, 2).summary;
  other_unit.means.col(0).array() += 1000;
  sites[1].files[summary_file] = summary::summary_csv(other_unit);
  FinishedRun federation(sites);
  const std::string joint = federation.joint_page();
  const auto row = joint.find("<th scope=\"row\">local1</th>");
  REQUIRE(row != std::string::npos);
  CHECK(row < joint.find("<th scope=\"row\">local0</th>"));
  CHECK(joint.find("<td class=\"words\">canary_f1 (+", row) < joint.find("</tr>", row));
}

TEST_CASE("a measure missing from one summary is left out of the map, in any order of columns") {
  std::vector<Site> sites = summary_sites();
  sites[2].files[summary_file] = summary::summary_csv(summary::with_measures(
      summary_of(2, 3).summary, {"canary_f5", "canary_f2", "canary_f1", "canary_f4"}));
  FinishedRun federation(sites);
  for (const std::string& page : {federation.page("local0"), federation.joint_page()}) {
    CHECK(contains(page,
                   "canary_f3</th><td class=\"words\">left out</td><td class=\"words\">"
                   "local2</td>"));
  }
  CHECK(federation.embedding("local2").size() == 91);
}

TEST_CASE("tables without names, whose summaries number their columns, make the same run") {
  std::vector<Site> sites = summary_sites();
  const Cells named = FinishedRun(sites).embedding("local1");
  const std::string name = "canary_f";
  for (Site& site : sites) {
    site = with(site, {{"header", "no"}, {"id_column", "1"}, {"label_column", "2"}});
    std::string& table = site.files.at(subjects_file);
    table.erase(0, table.find('\n') + 1);
    std::string& rows = site.files.at(summary_file);
    while (contains(rows, name)) rows.erase(rows.find(name), name.size());
  }
  CHECK(FinishedRun(sites).embedding("local1") == named);
}

TEST_CASE("auto takes summaries, and the reference points where somebody gives some") {
  std::vector<Site> sites = sites_with(summary_sites(), {{"reference", nullptr}});
  FinishedRun federation(sites);
  CHECK(fs::exists(federation.joint() / "summary_embedding.csv"));
  CHECK(contains(federation.page("local0"), "href=\"./summary_sent.csv\""));
  sites[0] = with_reference(sites[0]);
  SmallFederation both(sites);
  bool lost = false;  // it is sent again
  both.after = [&](Node& node) {
    const fs::path sent = node.directories.transfer / "dsne_reference.csv";
    if (lost || node.id != "local0" || !fs::exists(sent)) return;
    lost = true;
    fs::remove(sent);
  };
  both.run();
  CHECK(lost);
  CHECK(both.joint_table("summary_embedding.csv").size() == 1 + 30);
  CHECK(both.joint_table("reference_embedding.csv").size() == 1 + 30);
  FinishedRun given(sites_with(sites, {{"reference", "given"}}));
  CHECK_FALSE(fs::exists(given.joint() / "summary_embedding.csv"));
  for (const Json& message : given.sent_by("local1")) {
    CHECK_FALSE(message.contains("summary_sent"));
  }
}

TEST_CASE("other methods use the rows of the summaries as their reference") {
  for (const char* method : {"dsne", "fedne", "fed-tsne", "spectral-clustering"}) {
    CAPTURE(method);
    FinishedRun federation(sites_with(summary_sites(), {{"method", method}}));
    CHECK(contains(federation.page("local1"), "are the 30 rows of the sites"));
    if (method == std::string("spectral-clustering")) continue;
    CHECK(federation.embedding("local1").size() == 101);
    CHECK(federation.joint_table("summary_embedding.csv").size() == 1 + 30);
  }
}

TEST_CASE("landmarks are moved from the rows of the summaries, or from a given reference") {
  for (const bool given : {false, true}) {
    CAPTURE(given);
    std::vector<Site> sites =
        sites_with(landmark_sites(3), {{"reference", "auto"}, {"mmd_noise", 0.5}});
    if (given) sites[0] = with_reference(sites[0]);
    SmallFederation federation(sites);
    federation.kill_calls_of("landmarks");
    federation.run();
    CHECK(std::ranges::count(federation.sent_by("local1"), "landmarks",
                             [](const Json& message) { return message["phase"]; }) == 3);
    CHECK(contains(federation.page("local1"), "37 landmarks, moved in 3 rounds"));
    CHECK(federation.joint_table("reference_embedding.csv").size() == 1 + 37);
  }
}

TEST_CASE("a site moves landmarks in the agreed number of rounds, and in no other run") {
  SmallFederation federation(landmark_sites(2));
  federation.run_until("local0", "landmarks");
  Json asked = federation.next_stdin()["input"];
  check_refused(federation, {{"/input/number_of_landmarks", 36, "landmarks"}});
  federation.run_until("local0", "landmarks", 2);
  federation.step();
  federation.run_until("local0", "reference");
  asked["round"] = federation.next_stdin()["input"]["round"];
  check_refused(federation, {{"/input", asked, "more rounds than mmd_rounds"}});
  SmallFederation other(summary_sites());
  other.run_until("local0", "collect");
  asked["round"] = other.next_stdin()["input"]["round"];
  check_refused(other, {{"/input", asked, "asks about landmarks that this run does not find"}});
}

TEST_CASE("too few rows make no common map, and each site has a map of its own subjects") {
  FinishedRun federation(sites_with({summary_site("north", 60, 1), summary_site("south", 50, 2)},
                                    {}, {{"share_places", true}}));
  std::set<std::string> different;
  for (const auto& row : federation.embedding("local1")) different.insert(row[1]);
  CHECK(different.size() == 1 + 50);
  CHECK(contains(federation.page("local1"), "they stay here"));
  CHECK(federation.joint_table("summary_embedding.csv").size() == 1);
  // Positions on maps that are not common would be drawn on one.
  CHECK(federation.joint_table("embedding.csv").size() == 1);
}

TEST_CASE("on a map of summaries nothing that a site sends depends on its subjects") {
  std::vector<std::vector<Json>> sent;
  for (const std::string data : {"south", "another south"}) {
    std::vector<Site> sites = summary_sites();
    sites[1].files[subjects_file] = subjects_csv(data, 100);
    SmallFederation federation(sites);
    keep(federation, "local1", summary_of(1, 2));
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
  const Site site = summary_sites()[1];
  check_site_refuses(with(site, {}, {}, {{summary_file, "row,subjects\n"}}), "summary");
  check_site_refuses(with(site, {{"summary", {"canary_missing.csv"}}}),
                     "summary: there is no such file");
}

TEST_CASE("a run with covariates tells what it removed and kept, and has adjusted scores") {
  SmallFederation federation(aged_sites());
  keep(federation, "local1", aged_summary(1));
  federation.run();
  const Cells table = federation.joint_table("harmonization.csv");
  CHECK(table.front() == std::vector<std::string>{"measure", "site", "removed", "in_spreads",
                                                  "factor", "slope:age", "slope:sex=F/M"});
  CHECK(table.size() == 1 + 5 * 3);
  CHECK(contains(federation.joint_page(), "Covariates of all summaries: age, sex."));
  const Cells scores = federation.embedding("local1");
  const auto column = [&](const char* name) {
    const auto& header = scores.front();
    REQUIRE(std::ranges::count(header, name) == 1);
    return static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
  };
  const std::size_t raw = column("odd_score");
  const std::size_t adjusted = column("odd_score_adjusted");
  CHECK(std::ranges::count_if(scores, [&](const auto& row) { return row[raw] != row[adjusted]; }) >
        50);
  CHECK(contains(federation.page("local1"), "with covariates age, sex and their slopes"));
}

TEST_CASE("a site sends the covariates that its settings name, and all sites' are used") {
  std::vector<Site> sites = aged_sites();
  const auto sent = [](SmallFederation& run) {
    return content(run.output("local1") / "summary_sent.csv");
  };
  sites[1].input["site_settings"]["covariates"] = {"age"};
  FinishedRun federation(sites);
  CHECK(contains(sent(federation), "covariate:age"));
  CHECK_FALSE(contains(sent(federation), "covariate:sex"));
  CHECK(contains(federation.joint_page(), "Covariates of all summaries: age."));
  CHECK(contains(federation.joint_page(), "have them: covariates sex."));
  sites[1].input["site_settings"].erase("covariates");
  FinishedRun without(sites);
  CHECK_FALSE(contains(sent(without), "slope"));
  CHECK_FALSE(contains(content(without.output("local1") / "embedding.csv"), "adjusted"));
}

TEST_CASE("a covariate that sites tell by other words ends the run, by its name alone") {
  std::vector<Site> sites = aged_sites();
  std::string& text = sites[2].files[summary_file];
  while (contains(text, "=F/M")) text = replaced(text, "=F/M", "=1/2");
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
      summary::summary_csv(without(summary_of(0, 1), "canary-north-7").summary);
  sites[1].files[summary_file] = summary::summary_csv(summary_of(1, 22).summary);
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
    const std::size_t from = page.find(start) + start.size();
    return contains(page, start) ? page.substr(from, page.find('"', from) - from) : "";
  };
  FinishedRun first(summary_sites());
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
  CHECK_FALSE(contains(next.joint_page(), "canary-arrival"));
}
