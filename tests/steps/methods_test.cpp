// What whole runs of the methods must hold beside what the golden texts tell of them.

#include "steps.h"

namespace {

std::vector<Site> guaranteed_spheres(const Json& settings = Json::object()) {
  return sites_with(sites_of("sphere", {{"sphere_epsilon", 2}}, {{"epsilon_budget", 5}}), {},
                    settings);
}

/// One subject's region has the same value at all times.
std::vector<Site> with_constant_region(std::vector<Site> sites) {
  std::string& text = sites[0].files["canary3.csv"];
  std::string constant = "Vis:0";
  for (int i = 0; i < 30; ++i) constant += ",1";
  text = constant + text.substr(text.find('\n'));
  return sites;
}

}  // namespace

TEST_CASE("single-shot: no epsilon is claimed if the number of subjects depends on the data") {
  for (const bool drops : {false, true}) {
    FinishedRun federation(sites_of("single-shot", {{"missing", drops ? "drop" : "error"}},
                                    {{"share_places", false}}));
    for (const std::string& page : {federation.page("local1"), federation.joint_page()}) {
      CHECK(contains(page, "epsilon, is 0") == !drops);
      CHECK(contains(page, "no privacy guarantee covers that number") == drops);
    }
  }
}

TEST_CASE("dp-density: subjects unlike the reference, or incomplete, are counted") {
  std::vector<Site> sites =
      sites_of("dp-density", {{"missing", "impute"}, {"normalization", "zscore"}});
  std::string& text = sites[1].files[subjects_file];
  text = replaced(text, small_numbers("south", 20)[4][0], "");
  text = replaced(text, small_numbers("south", 20)[5][1], "1e30");
  text = replaced(text, small_numbers("south", 20)[6][2], "-1e29");
  FinishedRun federation(sites);
  CHECK(federation.embedding("local1").size() == 1 + 20);
}

TEST_CASE("fed-tsne: a site sends distances once, and accepts only its own positions") {
  SmallFederation federation(sites_of("fed-tsne"));
  federation.run_until("remote", "embed");
  check_refused(federation, {{"/input/local1/distances", gone, "distances"}});
  federation.run_until("local1", "collect");
  const Json other = federation.next_stdin()["input"]["sealed_places"]["local0"];
  check_refused(federation, {{"/input/phase", "embed", "this run has one round"},
                             {"/input/sealed_places/local1", other, "local1"},
                             {"/input/sealed_places", gone, "sealed_places"},
                             {"/input/reference_places", gone, "reference_places"}});
}

TEST_CASE("sphere: a constant region is missing, which with a guarantee ends no run") {
  const std::vector<Site> sites = with_constant_region(sites_of("sphere"));
  SmallFederation federation(sites);
  check_reference_refused(federation, "local0", "site_data lacks a measure of the run");
  const auto subjects = [](const std::vector<Site>& some) {
    return FinishedRun(some).result.at("result").at("subjects");
  };
  CHECK(subjects(sites_with(sites, {{"missing", "drop"}})) == 38);
  CHECK(subjects(with_constant_region(guaranteed_spheres())) == 39);
}

TEST_CASE("sphere: with a guarantee a run reports its cost, and flags nobody") {
  FinishedRun federation(guaranteed_spheres());
  const Json& result = federation.result.at("result");
  CHECK(result["mean_distances"].is_null());
  CHECK(result["ordinary_distances"].is_null());
  CHECK(result["noise"] > 0);
  CHECK(result["fit"]["varying"].empty());
  const std::string page = federation.page("local1");
  for (const char* told : {"differentially private with epsilon 2 at delta 1e-05",
                           "Nobody is flagged: with a guarantee",
                           "even if the coordinator colludes with up to 1 site, as long as the "
                           "other sites are real"}) {
    CHECK(contains(page, told));
  }
  CHECK_FALSE(contains(page, "without a guarantee"));
  for (const char* site : {"local0", "local1", "local2"}) {
    const std::vector<Json> releases = federation.releases_of(site);
    REQUIRE(releases.size() == 1);
    CHECK(releases[0].at("mechanism") == "distributed discrete gaussian");
  }
}

TEST_CASE("sphere: a site takes part in no guarantee beyond its trust") {
  SmallFederation federation(guaranteed_spheres({{"known_keys", {std::string(64, 'a')}}}));
  check_reference_refused(federation, "local0", "not on this site's known_keys: local1, local2");
}

TEST_CASE("a coordinator gets a private release once per run: counts, or one noisy sum") {
  for (const std::vector<Site>& sites : {sites_of("dp-density"), guaranteed_spheres()}) {
    SmallFederation federation(sites);
    std::vector<Json> asked;
    while (federation.next_phase() != "report" || federation.next().id != "local0") {
      if (federation.next().id == "local0" && federation.next_phase() == "embed") {
        asked.push_back(federation.next_stdin()["input"]);
      }
      federation.step();
    }
    REQUIRE_FALSE(asked.empty());
    for (Json message : asked) {
      message["round"] = federation.next_stdin()["input"]["round"];
      check_refused(federation, {{"/input", message, ""}});
    }
    CHECK(federation.releases_of("local0").size() == 1);
  }
}
