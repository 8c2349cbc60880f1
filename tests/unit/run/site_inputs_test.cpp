#include "run/site_inputs.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::Json;

namespace {

const dsne::Folders nowhere{"/nonexistent", "/nonexistent", "/nonexistent", {"/nonexistent"}};

std::string site_inputs_error(const Json& input, const dsne::Folders& folders = nowhere) {
  try {
    dsne::run::parse_site_inputs(input, folders);
  } catch (const dsne::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a file is a name or a list with one name; absent ones may be empty") {
  const auto inputs = dsne::run::parse_site_inputs({{"site_data", Json::array({"a.csv"})},
                                                    {"site_label", ""},
                                                    {"reference_data", Json::array()},
                                                    {"reference_label", nullptr},
                                                    {"perplexity", 5}},
                                                   nowhere);
  CHECK(inputs.data == "a.csv");
  CHECK(inputs.label.empty());
  CHECK(inputs.reference.empty());
  const Json unmapped = Json::array({Json{{"type", "table"}}});
  CHECK(site_inputs_error({{"site_data", unmapped}}) == "site_data is missing");
  CHECK(dsne::run::parse_site_inputs({{"site_data", "b.npy"}}, nowhere).data == "b.npy");
}

TEST_CASE("a file with the name of the received reference is refused") {
  const std::string expected =
      " must not be dsne_reference.csv: the run's reference arrives by that name";
  for (const std::string input : {"site_data", "reference_data"}) {
    Json inputs = {{"site_data", "a.csv"}};
    inputs[input] = "dsne_reference.csv";
    CHECK(site_inputs_error(inputs) == input + expected);
  }
  CHECK_THROWS_WITH_AS(dsne::run::with_settings_read({{"site_settings", "dsne_reference.csv"}},
                                                     TemporaryFolder().path()),
                       ("site_settings" + expected).c_str(), dsne::InputError);
}

TEST_CASE("the site's settings override the owner's format and say what is shared") {
  const Json input = {{"site_data", "a"},
                      {"id_column", "owner_id"},
                      {"label_column", "group"},
                      {"header", "yes"},
                      {"site_settings",
                       {{"id_column", "own_id"},
                        {"feature_columns", {"x", "y"}},
                        {"share_places", true},
                        {"share_labels", true}}}};
  const auto inputs = dsne::run::parse_site_inputs(input, nowhere);
  CHECK(inputs.format.id_column == "own_id");
  CHECK(inputs.format.label_column == "group");
  CHECK(inputs.format.header == dsne::data::Header::present);
  CHECK(inputs.format.feature_columns == std::vector<std::string>{"x", "y"});
  CHECK(inputs.settings.share_places);
  CHECK(inputs.settings.share_labels);
}

TEST_CASE("a method that sends more than a summary needs the site's allow, and no other does") {
  for (const std::string method :
       {"dsne", "spectral-clustering", "sphere", "fedne", "fed-tsne", "fed-umap"}) {
    CAPTURE(method);
    const std::string refusal =
        "method " + method +
        " sends more of this site's subjects than a summary, without a guarantee; to take part, "
        "write into site_settings: \"allow\": [\"" +
        method + "\"]";
    for (const auto& [allow, error] :
         std::vector<std::pair<Json, std::string>>{{Json::array(), refusal},
                                                   {Json::array({"single-shot"}), refusal},
                                                   {Json::array({method}), ""},
                                                   {Json::array({"single-shot", method}), ""}}) {
      CHECK(site_inputs_error(
                {{"site_data", "a"}, {"method", method}, {"site_settings", {{"allow", allow}}}}) ==
            error);
    }
    CHECK(site_inputs_error({{"site_data", "a"}, {"method", method}}) == refusal);
    CHECK(site_inputs_error({{"site_data", "a"}, {"method", method}, {"allow", {method}}}) ==
          "input allow is unknown");
  }
  for (const Json& more :
       {Json({{"method", "single-shot"}}), Json({{"method", "dp-dsne"}}),
        Json({{"method", "dp-density"}}), Json({{"method", "sphere"}, {"sphere_epsilon", 1}})}) {
    Json input = {{"site_data", "a"}, {"site_settings", {{"epsilon_budget", 2}}}};
    input.update(more);
    CHECK(site_inputs_error(input).empty());
  }
}

TEST_CASE("what a site allows is a list of methods' names") {
  const auto allowing = [](const Json& allow) {
    return Json{{"site_data", "a"}, {"site_settings", {{"allow", allow}}}};
  };
  const auto inputs = dsne::run::parse_site_inputs(allowing({"dsne", "fedne"}), nowhere);
  CHECK(inputs.settings.allow == std::set<std::string>{"dsne", "fedne"});
  CHECK(dsne::run::parse_site_inputs({{"site_data", "a"}}, nowhere).settings.allow.empty());
  for (const Json& bad : {Json("dsne"), Json(true), Json({{"dsne", true}}), Json::array({1}),
                          Json::array({nullptr}), Json()}) {
    CHECK(site_inputs_error(allowing(bad)) ==
          "site_settings: allow must be a list of methods' names, as [\"dsne\"]");
  }
  CHECK(site_inputs_error(allowing({"joint"})) == "there is no method of the name given in method");
}

TEST_CASE("what is retired, unknown or contradicts itself is refused, and why is said") {
  const auto settings = [](const Json& some) { return Json{{"site_settings", some}}; };
  const std::string formats =
      "data_format must be one of: auto, table, mriqc, covariates, nifti, connectivity, "
      "time_series";
  const std::string taken = " is retired: allow takes its place, as \"allow\": [\"fed-tsne\"]";
  const Json person = {{"person_column", "Kode"}};
  Json both = person;
  both["each_row_is_a_person"] = true;
  Json sphere = settings({{"allow", {"sphere"}}});
  sphere.update({{"method", "sphere"}, {"missing", "impute"}});
  for (const auto& [more, error] : std::vector<std::pair<Json, std::string>>{
           {settings({{"share_distances", false}}), "site_settings: share_distances" + taken},
           {settings({{"share_gradients", true}}), "site_settings: share_gradients" + taken},
           {settings({{"share_surrogate", true}}), "site_settings: share_surrogate" + taken},
           {settings({{"least_jitter", 0.1}}),
            "site_settings: least_jitter is retired: no run has jitter any more"},
           {Json{{"jitter", 0.1}},
            "parameter jitter is retired: the sums that it hid are no longer sent"},
           {Json{{"method", "joint"}},
            "parameter method joint is retired: single-shot makes a map of the sites' summaries"},
           {sphere, "method sphere has no reference to impute from: set missing to error or drop"},
           {Json{{"min_dist", 2}, {"spread", 2}}, ""},
           {Json{{"min_dist", 2.1}, {"spread", 2}}, "parameter min_dist must not be above spread"},
           {Json{{"data_format", "secret"}}, formats},
           {settings({{"data_format", 3}}), formats},
           {person, "input person_column is unknown"},
           {settings(person), ""},
           {settings({{"each_row_is_a_person", true}}), ""},
           {settings({{"person_column", 3}}),
            "site_settings: person_column must be a column's name"},
           {settings(both),
            "site_settings: person_column and each_row_is_a_person contradict each other"}}) {
    Json input = {{"site_data", "a"}};
    input.update(more);
    CHECK(site_inputs_error(input) == error);
  }
}

TEST_CASE("the site also decides the file format") {
  const auto format_of = [](const Json& input) {
    return dsne::run::parse_site_inputs(input, nowhere).data_format;
  };
  Json input = {{"site_data", "a"}};
  CHECK(format_of(input) == dsne::data::DataFormat::automatic);
  input["data_format"] = "mriqc";
  CHECK(format_of(input) == dsne::data::DataFormat::mriqc);
  input["site_settings"] = {{"data_format", "connectivity"}};
  CHECK(format_of(input) == dsne::data::DataFormat::connectivity);
}

TEST_CASE("subjects' files are plain names") {
  for (const Json& files : {Json("a.nii"), Json({"a.nii", "b.nii"}), Json(), Json::array()}) {
    CHECK(site_inputs_error({{"site_data", "a"}, {"subject_files", files}}).empty());
  }
  for (const Json& files : {Json("../a.nii"), Json({"a.nii", "/b.nii"}), Json(5), Json({5})}) {
    CHECK(site_inputs_error({{"site_data", "a"}, {"subject_files", files}}) ==
          "subject_files must be names of files in the site's input folder");
  }
}

TEST_CASE("settings come only from the site's own file; the defaults share nothing") {
  TemporaryFolder folder;
  const dsne::Folders here{folder.path(), "", "", {}};
  const auto read = [&](const Json& settings) {
    return dsne::run::with_settings_read({{"site_data", "a"}, {"site_settings", settings}},
                                         folder.path());
  };
  dsne::write_atomically(folder.path() / "s.json", R"({"share_labels": true})", "settings");
  for (const Json& name : {Json("s.json"), Json::array({"s.json"})}) {
    const auto inputs = dsne::run::parse_site_inputs(read(name), here);
    CHECK_FALSE(inputs.settings.share_places);
    CHECK(inputs.settings.share_labels);
  }
  CHECK_FALSE(dsne::run::parse_site_inputs({{"site_data", "a"}}, here).settings.share_labels);
  CHECK_FALSE(dsne::run::parse_site_inputs(read(Json::array()), here).settings.share_labels);
  CHECK_THROWS_WITH_AS(read("other.json"),
                       "site_settings: there is no such file in the site's input folder",
                       dsne::InputError);
  CHECK_THROWS_WITH_AS(read({{"share_labels", true}}),
                       "site_settings must be the name of a file in the site's input folder: what "
                       "a site shares is its own word, and an object could come from whoever set "
                       "up the run",
                       dsne::InputError);
  dsne::write_atomically(folder.path() / "s.json", "share all", "settings");
  CHECK_THROWS_WITH_AS(read("s.json"), "site_settings is not a JSON object", dsne::InputError);
}

TEST_CASE("known_keys may be a roster's file") {
  TemporaryFolder folder;
  const std::string key(64, 'a');
  const auto read = [&](const std::string& settings, const std::string& roster) {
    dsne::write_atomically(folder.path() / "s.json", settings, "settings");
    dsne::write_atomically(folder.path() / "roster.json", roster, "roster");
    return dsne::run::with_settings_read({{"site_data", "a"}, {"site_settings", "s.json"}},
                                         folder.path());
  };
  const std::string named = R"({"known_keys": "roster.json"})";
  const auto inputs = dsne::run::parse_site_inputs(read(named, R"({"Utrecht": ")" + key + R"("})"),
                                                   {folder.path(), "", "", {}});
  CHECK(inputs.settings.keys.known_keys == std::set<dsne::Bytes32>{*dsne::from_hex(key)});
  CHECK_THROWS_AS(read(named, "{}"), dsne::InputError);
  CHECK_THROWS_AS(read(R"({"known_keys": "../roster.json"})", "{}"), dsne::InputError);
  CHECK_THROWS_AS(read(R"({"known_keys": "none.json"})", "{}"), dsne::InputError);
}
