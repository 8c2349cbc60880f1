// Sites whose files have faults: all are reported at once, and a run may continue without them.

#include <doctest/doctest.h>

#include "core/json.h"
#include "folders.h"
#include "refusal.h"
#include "text_search.h"
#include "tools/process.h"

using dsne::Json;

namespace {

/// Takes the id of the first subject out of the site's table, which no table with ids may lack.
void spoil(Site& site) {
  std::string& table = site.files[subjects_file];
  const std::size_t begin = table.find('\n') + 1;
  table.erase(begin, table.find(',', begin) - begin);
}

}  // namespace

TEST_CASE("all faults of a site's files are reported at once") {
  Site site = site_with_reference("north", 24);
  site.input["site_settings"] = {{"share_plases", true},
                                 {"least_subjects", 0},
                                 {"identity", "canary_key"},
                                 {"site_name", "North"}};
  site.input["site_label"] = "canary_labels.txt";
  site.files["canary_labels.txt"] = "A\nB\n";
  site.files[reference_file] = "";
  spoil(site);
  SmallFederation federation({site});
  check_faulty(federation, {"site_settings: input share_plases is unknown",
                            "site_settings: least_subjects must be a whole number from 1",
                            "site_settings: identity: there is no such file", "site_data row 2",
                            "reference_data"});
}

TEST_CASE("labels are checked where the table can be read, and limits with them") {
  Site site = small_site("north", 12);
  site.input["site_settings"]["least_subjects"] = 20;
  site.input["site_label"] = "canary_labels.txt";
  site.files["canary_labels.txt"] = "A\nB\n";
  SmallFederation federation({site});
  check_faulty(federation,
               {"site_label", "12 subjects; least_subjects is 20: set it in site_settings"});
}

TEST_CASE("without its settings a site's table is not read") {
  Site site = small_site("north", 12);
  site.input["site_settings"] = "canary_settings.txt";
  site.files["canary_settings.txt"] = "{";
  spoil(site);
  SmallFederation federation({site});
  check_faulty(federation, {"site_settings is not a JSON object"});
}

TEST_CASE("the run ends with every site's faults, and what else is wrong") {
  std::vector<Site> sites = small_sites();
  for (const std::size_t site : {1U, 2U}) spoil(sites[site]);
  sites[1].input["site_settings"]["least_sites"] = 0;
  SmallFederation federation(sites);
  federation.run_until("remote", "register");
  check_refused(federation,
                "3 faults: (1) site local1: site_settings: least_sites must be a whole number from "
                "1; (2) site local1: site_data row 2, column 1: the id is missing; (3) site "
                "local2: site_data row 2, column 1: the id is missing");
  // A coordinator cannot continue the run.
  const Json cache = Json::parse(federation.exchanges()[1].out)["cache"];
  Json site_in = Json::parse(federation.exchanges()[1].in);
  site_in["cache"] = cache;
  site_in["input"] = {{"phase", "reference"}, {"round", 1}, {"keys", Json::object()}};
  const auto result =
      dsne::tools::run_process(federation.node("local1").command, dsne::to_ascii(site_in));
  CHECK(result.exit_code == 1);
  CHECK(contains(result.err, "the remote continued a run that this site's faults end"));
}

TEST_CASE("neither the site with the reference nor the last site is left out") {
  std::vector<Site> sites = small_sites_with({{"faulty_sites", "leave_out"}});
  spoil(sites[0]);
  check_coordinator_refuses(sites,
                            "site local0 brings the run's reference, so the run cannot go on "
                            "without it: site_data row 2");
  for (const std::size_t site : {1U, 2U}) spoil(sites[site]);
  check_coordinator_refuses(sites, "3 faults: (1) site local0: site_data row 2");
}
