// What no run takes: files, inputs and settings of a site that are wrong, and sites that disagree.
// Each is refused in the first step that can know it, by an error that names the input, the row and
// the column and nothing secret.

#include "steps.h"

namespace {

struct Trial {
  Site site;
  std::string expected;
};

Site north() { return with_reference(small_site("north", 24)); }

Site north_with(const Json& inputs, const Json& settings = Json::object(),
                const Files& files = {}) {
  return with(north(), inputs, settings, files);
}

/// A site with this text as its table.
Site site_with_table(const std::string& text, const Json& inputs = Json::object(),
                     const Json& settings = Json::object()) {
  return north_with(inputs, settings, {{subjects_file, text}});
}

/// The good data with one value replaced: that of feature 1 in data row 3 is in row 5 of the file
/// and in column 4.
std::string with_cell(const std::string& text) {
  return replaced(subjects_csv("north", 24), small_numbers("north", 24)[3][1], text);
}

/// Takes the id of the first subject out of the site's table, which no table with ids may lack.
void spoil(Site& site) {
  std::string& table = site.files[subjects_file];
  const std::size_t begin = table.find('\n') + 1;
  table.erase(begin, table.find(',', begin) - begin);
}

Site private_site(const std::string& method, const Json& inputs, const Json& settings) {
  return sites_of(method, inputs, settings)[1];
}

Site guaranteed_sphere(const Json& inputs, const Json& settings = Json::object()) {
  return with(private_site("sphere", {{"sphere_epsilon", 2}}, {{"epsilon_budget", 5}}), inputs,
              settings);
}

/// A site whose subjects have a file of measures each, named by a list.
Site site_of_files(const std::string& name, int points) {
  std::string list = "canary_file,canary_id,canary_label\n";
  Site site = small_site(name, points);
  int subject = 0;
  for (const auto& row : small_numbers(name, points)) {
    const std::string file = "canary" + std::to_string(++subject) + ".txt";
    list += file + "," + subject_id(name, subject) + "," + subject_label(name, subject) + "\n";
    std::string& text = site.files[file];
    text = "canary_measure\tcanary\n";
    for (std::size_t f = 0; f < row.size(); ++f) {
      text += "canary_f" + std::to_string(f + 1) + "\t" + row[f] + "\n";
    }
    site.input["subject_files"].push_back(file);
  }
  site.files[subjects_file] = list;
  return site;
}

/// What a site says of its table once others may choose the measures: no row and no column.
const std::string no_place =
    "site_data lacks a measure of the run, or values of one: dsne check, with the run's reference, "
    "says where";

}  // namespace

TEST_CASE("inputs and settings that are wrong") {
  const std::string no_object = "site_settings is not a JSON object";
  std::vector<Trial> trials = {
      {north_with({{"no_dims", 6}}),
       "site local0: parameter no_dims must be a whole number from 2 to 5"},
      {north_with({{"initialization", "canary"}}), "initialization must be one of: random, pca"},
      {north_with({{"perplexty", 5}}), "input perplexty is unknown"},
      {north_with({{"canary of 31337", 5}}), "an input is unknown"},
      {north_with({{"/canary", 5}}), "an input is unknown"},
      {north_with({{"feature_columns", "canary_f1"}}), "must be a list of columns' names"},
      {north_with({{"feature_columns", Json::array({31337})}}), "must be the name of a column"},
      {north_with({{"header", true}}), "header must be one of: auto, yes, no"},
      {north_with({{"reference_data", nullptr}, {"reference_label", "canary.txt"}}),
       "reference_label is given without reference_data"},
      {north_with({}, {{"share_plases", true}}), "input share_plases is unknown"},
      {north_with({}, {{"/canary", 1}}), "site_settings: an input is unknown"},
      {north_with({}, {{"share_places", "canary"}}), "share_places must be true or false"},
      {north_with({}, {{"id_column", {"canary"}}}), "id_column must be the name of a column"},
      {north_with({}, {{"least_subjects", 25}}), "24 subjects; least_subjects is 25"},
      {north_with({}, {{"site_name", "<script>"}}), "site_settings: site_name must be 1 to 40"},
      {north_with({}, {{"date_column", "canary_none"}}), "has no column, or several, of the name"},
      {north_with({}, {{"date_column", "canary_f1"}}), "named in date_column holds no date"},
      {north_with({}, {{"scanner_column", 3}}), "scanner_column must be a column's name"},
      {north_with({}, {{"known_keys", "canary.json"}}, {{"canary.json", R"({"a": "canary"})"}}),
       "known_keys is not a roster that dsne identity --roster has made"},
      {north_with({{"reference", "public"}}),
       "reference_data is given where parameter reference is public"},
      {north_with({{"reference", "summaries"}, {"method", "single-shot"}}),
       "reference_data is given where parameter reference is summaries"}};
  for (const char* text : {"", "canary", "[]", R"({"share_places": true)", "\xFF"}) {
    trials.push_back({north(), no_object});
    trials.back().site.input["site_settings"] = "canary_text.json";
    trials.back().site.files["canary_text.json"] = text;
  }
  for (const Json& value : {Json(0), Json(1.5), Json("20"), Json(nullptr)}) {
    trials.push_back({north(), "site_settings: least_subjects must be a whole number from 1"});
    trials.back().site.input["site_settings"]["least_subjects"] = value;
  }
  for (const auto& [site, expected] : trials) check_site_refuses(site, expected);
}

TEST_CASE("names of files") {
  SmallFederation federation;
  std::vector<Change> changes;
  for (const std::string input :
       {"site_data", "site_label", "reference_data", "reference_label", "site_settings"}) {
    const std::string pointer = "/input/" + input;
    for (const char* path : {"../canary.csv", "/etc/passwd", "..", "canary\n"}) {
      changes.push_back({pointer, path, input + " must be the name of a file in the site's input"});
    }
    changes.push_back({pointer, {"canary1", "canary2"}, input + " must name one file"});
    for (const Json& other : {Json::array({31337}), Json(31337), Json(true)}) {
      changes.push_back({pointer, other, input + " must be a file name"});
    }
    check_site_refuses(north_with({{input, "canary_nothing"}}), input + ": there is no such file");
  }
  for (const Json& nothing : {Json(nullptr), Json(""), Json::array()}) {
    changes.push_back({"/input/site_data", nothing, "site_data is missing"});
  }
  check_refused(federation, changes);
  check_site_refuses(
      north_with({{"site_data", "canary_folder"}}, {}, {{"canary_folder/canary.csv", "1"}}),
      "site_data is a folder without images (.nii, .nii.gz)");
}

TEST_CASE("a private method without the site's budget, or beyond its limits") {
  const std::string beyond = "would pass this site's epsilon_budget";
  const std::string no_number = "epsilon_budget must be a number above 0";
  const std::string no_delta = "delta_budget must be a number between 0 and 1";
  Site many = private_site("dp-dsne", {{"dp_delta", 0.001}}, {{"delta_budget", 0.001}});
  many.files[subjects_file] = subjects_csv("south", 1000);
  for (const auto& [site, expected] : std::vector<Trial>{
           {private_site("dp-dsne", {}, {{"epsilon_budget", nullptr}}),
            "method dp-dsne needs epsilon_budget in site_settings"},
           {private_site("dp-dsne", {}, {{"epsilon_budget", 0}}), no_number},
           {private_site("dp-dsne", {}, {{"epsilon_budget", "5"}}), no_number},
           {private_site("dp-dsne", {}, {{"epsilon_budget", 0.5}}), beyond},
           {private_site("dp-dsne", {{"dp_sigma", 0.0316}}, {}), beyond},
           {private_site("dp-density", {{"dp_epsilon", 6}}, {}), beyond},
           {guaranteed_sphere({}, {{"epsilon_budget", 1.9}}), beyond},
           {private_site("dp-dsne", {}, {{"share_labels", true}}), "does not share labels"},
           {private_site("dp-density", {}, {{"share_places", true}}), "does not share positions"},
           {private_site("dp-dsne", {{"missing", "drop"}}, {}), "needs missing impute"},
           {private_site("dp-dsne", {{"dp_h1", 1}}, {}), "dp_h1 must not be above dp_h2"},
           {private_site("dp-dsne", {{"simulation_seed", 7}}, {}), "noise that protects nobody"},
           {guaranteed_sphere({{"simulation_seed", 3}}, {{"simulation", true}}),
            "do not go together"},
           {guaranteed_sphere({{"sphere_epsilon", 0.001}}), "must be 0, or at least 0.01"},
           {many, "dp_delta must be below 1 divided by"},
           {private_site("dp-dsne", {{"dp_delta", 1.1e-5}}, {}),
            "dp_delta is 1.1e-05, above this site's delta_budget, which is 1e-05"},
           {private_site("dp-dsne", {}, {{"delta_budget", 1e-6}}),
            "dp_delta is 1e-05, above this site's delta_budget, which is 1e-06"},
           {private_site("dp-dsne", {}, {{"delta_budget", 0}}), no_delta},
           {private_site("dp-dsne", {}, {{"delta_budget", "1e-5"}}), no_delta}}) {
    check_site_refuses(site, expected);
  }
}

TEST_CASE("tables, labels and references that are wrong") {
  const std::string reference = reference_csv();
  const auto with_label = [](const std::string& text) {
    return north_with({{"site_label", "canary.txt"}}, {}, {{"canary.txt", text}});
  };
  std::vector<Trial> trials = {
      {site_with_table(with_cell("canary"), {{"feature_columns", {"canary_f1", "canary_f2"}}}),
       "site_data row 5, column 4: not a number"},
      {site_with_table(with_cell("0x31337"), {{"method", "dp-density"}}, {{"epsilon_budget", 1.5}}),
       "site_data row 5, column 4: not a number"},
      {with_label(""), "site_label"},
      {with_label("canary\n"), "site_label"},
      {with_label(std::string("\0\n", 2)), "site_label"},
      {north_with({}, {}, {{reference_file, ""}}), "reference_data"},
      {north_with({{"reference_label", "canary.txt"}}, {}, {{"canary.txt", "canary\n"}}),
       "reference_label"}};
  for (const char* cell : {"", "canary", "inf", "1,2"}) {
    trials.push_back({north(), "reference_data row 5"});
    trials.back().site.files[reference_file] =
        replaced(reference, small_numbers("reference", 30)[3][1], cell);
  }
  for (const auto& [site, expected] : trials) check_site_refuses(site, expected);
}

TEST_CASE("the same numbers in a file per subject make the same run, and a wrong file is refused") {
  std::vector<Site> sites = small_sites();
  sites[1] = site_of_files("south", 20);
  CHECK(FinishedRun(sites).outputs() == FinishedRun().outputs());
  Site site = sites[1];
  site.files["canary3.txt"] = "canary_f1\t1\ncanary_f2\t31337x\n";
  check_site_refuses(site, "site_data row 4's file row 2, column 2: not a number");
  site.files.erase("canary3.txt");
  check_site_refuses(site, "site_data row 4, column 1: there is no such file");
  site.input["subject_files"] = {"../canary"};
  check_site_refuses(site, "subject_files must be names of files");
}

TEST_CASE("what a site can only know with the reference, it says without row and column") {
  const std::string incomplete =
      "canary_id,canary_label,canary_f1,canary_f2\ncanary1,A,1,\ncanary2,A,,2\n";
  for (const auto& [site, expected] :
       std::vector<Trial>{{site_with_table(with_cell("")), no_place},
                          {with(site_with_table(incomplete, {{"missing", "drop"}}), {}, {},
                                {{reference_file, reference_csv(30, 2)}}),
                           no_place},
                          {north_with({{"harmonization", "site"}, {"normalization", "row_max"}}),
                           "parameter harmonization needs normalization robust or zscore"},
                          {north_with({{"perplexity", 18}}),
                           "with this site's points and the reference's it must "
                           "be at most 17.6"}}) {
    SmallFederation federation({site});
    check_reference_refused(federation, "local0", expected);
  }
}

TEST_CASE("all faults of a site's files are reported at once, but without settings none of data") {
  Site site =
      north_with({{"site_label", "canary.txt"}},
                 {{"share_plases", true}, {"least_subjects", 0}, {"identity", "canary_key"}},
                 {{"canary.txt", "A\nB\n"}, {reference_file, ""}});
  spoil(site);
  SmallFederation federation({site});
  check_faulty(federation, {"site_settings: input share_plases is unknown",
                            "site_settings: least_subjects must be a whole number from 1",
                            "site_settings: identity: there is no such file", "site_data row 2",
                            "reference_data"});
  site.input["site_settings"] = "canary.txt";
  SmallFederation without({site});
  check_faulty(without, {"site_settings is not a JSON object", "reference_data"});
}

TEST_CASE("the run ends with every site's faults, and no coordinator can continue it") {
  std::vector<Site> sites = small_sites();
  for (const std::size_t site : {1U, 2U}) spoil(sites[site]);
  sites[1].input["site_settings"]["least_sites"] = 0;
  SmallFederation federation(sites);
  federation.run_until("remote", "register");
  check_refused(federation,
                "3 faults: (1) site local1: site_settings: least_sites must be a whole number from "
                "1; (2) site local1: site_data row 2, column 1: the id is missing; (3) site "
                "local2: site_data row 2, column 1: the id is missing");
  Json in = Json::parse(federation.exchanges()[1].in);
  in["cache"] = Json::parse(federation.exchanges()[1].out)["cache"];
  in["input"] = {{"phase", "reference"}, {"round", 1}, {"keys", Json::object()}};
  const auto result = run_process(federation.node("local1").command, dsne::to_ascii(in));
  CHECK(result.exit_code == 1);
  CHECK(contains(result.err, "the remote continued a run that this site's faults end"));
}

TEST_CASE("sites that cannot make a run together") {
  std::vector<Site> faulty = small_sites({{"faulty_sites", "leave_out"}});
  spoil(faulty[0]);
  check_coordinator_refuses(faulty,
                            "site local0 brings the run's reference, so the run cannot go on "
                            "without it: site_data row 2");
  for (const std::size_t site : {1U, 2U}) spoil(faulty[site]);
  check_coordinator_refuses(faulty, "3 faults: (1) site local0: site_data row 2");
  check_coordinator_refuses(sites_with(sites_without_reference(), {{"reference", "given"}}),
                            "no site gives reference_data");
  std::vector<Site> two = small_sites();
  two[2] = with(with_reference(two[2]), {}, {}, {{reference_file, reference_csv(29)}});
  check_coordinator_refuses(two, "sites local0 and local2 hold different reference data");
  std::vector<Site> small = small_sites({{"perplexity", 1}});
  small[0].files[reference_file] = reference_csv(3);
  check_coordinator_refuses(small, "the reference of site local0 must have at least 4 points");
  std::vector<Site> spheres = sites_of("sphere");
  for (auto& [name, text] : spheres[2].files) {
    if (name != subjects_file) text = replaced(text, "Vis:0", "Vis:9");
  }
  check_coordinator_refuses(spheres, "method sphere needs the same measures at every site: site");
  check_coordinator_refuses(sites_with(summary_sites(), {{"summary", nullptr}}),
                            "dsne summarize DATA --output FOLDER");
  check_coordinator_refuses(
      sites_with(summary_sites(), {{"method", "dp-density"}}, {{"epsilon_budget", 10}}),
      "method dp-density takes none");
  check_coordinator_refuses(sites_with(summary_sites(), {{"reference", "public"}}),
                            "of the 41 measures of the public T1-weighted scans the sites have 0");
}

TEST_CASE("sites without the reference's measures, or with less than four fifths in common") {
  std::vector<Site> sites = small_sites();
  sites[0].files[subjects_file] = with_cell("canary");
  std::string& table = sites[1].files[subjects_file];
  table = replaced(table, "canary_f3", "canary_g3");
  sites[2].files[subjects_file] = subjects_csv("west", 16, 3);
  SmallFederation federation(sites);
  federation.run_until("remote", "reference");
  check_refused_by_measures(
      federation,
      "3 faults: (1) site local0 lacks canary_f2 (canary_f2: site_data row 5, column 4: not a "
      "number), 1 of the 5 measures that the reference has; (2) site local1 lacks canary_f3, 1 of "
      "the 5 measures that the reference has; (3) site local2 lacks canary_f4 and canary_f5, 2 of "
      "the 5 measures");
  std::vector<Site> others = {small_site("north", 64), small_site("south", 60),
                              small_site("west", 56)};
  others[2].files[subjects_file] = subjects_csv("west", 56, 3);
  for (Site& site : others) site = with_summary(site, 1);
  SmallFederation uneven(others);
  uneven.run_until("remote", "register");
  check_refused_by_measures(uneven,
                            "2 of 5 measures would be left out, as not every site has them: site "
                            "local2 lacks canary_f4 and canary_f5");
}
