#include "federated/site_inputs.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::Json;

namespace {

const dsne::Folders nowhere{"/nonexistent", "/nonexistent", "/nonexistent", {"/nonexistent"}};

std::string site_inputs_error(const Json& input, const dsne::Folders& folders = nowhere) {
  try {
    dsne::federated::parse_site_inputs(input, folders);
  } catch (const dsne::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a file is a name or a list with one name; absent ones may be empty") {
  const auto inputs = dsne::federated::parse_site_inputs({{"site_data", Json::array({"a.csv"})},
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
  CHECK(dsne::federated::parse_site_inputs({{"site_data", "b.npy"}}, nowhere).data == "b.npy");
}

TEST_CASE("a file name that could leave the input folder is refused") {
  for (const char* name : {"/etc/passwd", "../a.csv", "..", ".", "a/b.csv", "a\\b.csv", "a\nb"}) {
    CHECK(site_inputs_error({{"site_data", name}}) ==
          "site_data must be the name of a file in the site's input folder");
  }
}

TEST_CASE("a file by the name of the reference that arrives is refused") {
  const std::string expected =
      " must not be dsne_reference.csv: the run's reference arrives by that name";
  for (const std::string input : {"site_data", "reference_data"}) {
    Json inputs = {{"site_data", "a.csv"}};
    inputs[input] = "dsne_reference.csv";
    CHECK(site_inputs_error(inputs) == input + expected);
  }
  CHECK_THROWS_WITH_AS(dsne::federated::with_settings_read(
                           {{"site_settings", "dsne_reference.csv"}}, TemporaryFolder().path()),
                       ("site_settings" + expected).c_str(), dsne::InputError);
}

TEST_CASE("missing, doubled or mistyped inputs are named") {
  CHECK(site_inputs_error(Json::object()) == "site_data is missing");
  CHECK(site_inputs_error({{"site_data", {"a", "b"}}}) == "site_data must name one file");
  CHECK(site_inputs_error({{"site_data", 5}}) ==
        "site_data must be a file name or a list with one");
  CHECK(site_inputs_error({{"site_data", "a"}, {"id_column", 5}}) ==
        "id_column must be the name of a column");
  CHECK(site_inputs_error({{"site_data", "a"}, {"feature_columns", "x"}}) ==
        "feature_columns must be a list of columns' names");
  CHECK(site_inputs_error({{"site_data", "a"}, {"header", "maybe"}}) ==
        "header must be one of: auto, yes, no");
}

TEST_CASE("an unknown input is named when its name is a word, and hidden when it is not") {
  CHECK(site_inputs_error({{"site_data", "a"}, {"perplexitty", 5}}) ==
        "input perplexitty is unknown");
  CHECK(site_inputs_error({{"site_data", "a"}, {"John Doe, 1970", 5}}) == "an input is unknown");
}

TEST_CASE("the site's settings override the owner's format and say what is shared") {
  const Json input = {{"site_data", "a"},
                      {"id_column", "owner_id"},
                      {"label_column", "group"},
                      {"header", "yes"},
                      {"site_settings",
                       {{"id_column", "own_id"},
                        {"feature_columns", {"x", "y"}},
                        {"share_places", false},
                        {"share_labels", true}}}};
  const auto inputs = dsne::federated::parse_site_inputs(input, nowhere);
  CHECK(inputs.format.id_column == "own_id");
  CHECK(inputs.format.label_column == "group");
  CHECK(inputs.format.header == dsne::data::Header::present);
  CHECK(inputs.format.feature_columns == std::vector<std::string>{"x", "y"});
  CHECK_FALSE(inputs.settings.share_places);
  CHECK(inputs.settings.share_labels);
}

TEST_CASE("methods that post distances need the site's own word for it") {
  for (const char* method : {"fed-tsne", "fed-umap"}) {
    const Json input = {{"site_data", "a"}, {"method", method}};
    const std::string refusal = std::string("method ") + method +
                                " posts distances that the coordinator can solve for each "
                                "subject's data, and site_settings does not say share_distances "
                                "true";
    CHECK(site_inputs_error(input) == refusal);
    Json with = input;
    with["site_settings"] = {{"share_distances", false}};
    CHECK(site_inputs_error(with) == refusal);
    with["site_settings"] = {{"share_distances", true}};
    CHECK(site_inputs_error(with).empty());
    with["site_settings"]["share_places"] = false;
    CHECK(site_inputs_error(with).empty());
    with["site_settings"] = {{"share_distances", "yes"}};
    CHECK(site_inputs_error(with) == "site_settings: share_distances must be true or false");
    with = input;
    with["share_distances"] = true;  // the owner has no say in it
    CHECK(site_inputs_error(with) == "input share_distances is unknown");
  }
  CHECK_FALSE(
      dsne::federated::parse_site_inputs({{"site_data", "a"}}, nowhere).settings.share_distances);
}

TEST_CASE("whether others may be told its subjects' density is the site's own word") {
  const std::string refusal =
      "surrogates sites tells all sites how densely this site's subjects lie anywhere on the map, "
      "and site_settings does not say share_surrogate true";
  const Json input = {{"site_data", "a"}, {"method", "fedne"}, {"surrogates", "sites"}};
  CHECK_FALSE(
      dsne::federated::parse_site_inputs({{"site_data", "a"}}, nowhere).settings.share_surrogate);
  CHECK(site_inputs_error(input) == refusal);
  Json with = input;
  with["site_settings"] = {{"share_surrogate", false}};
  CHECK(site_inputs_error(with) == refusal);
  with["site_settings"] = {{"share_surrogate", true}};
  CHECK(site_inputs_error(with).empty());
  with["site_settings"] = {{"share_surrogate", 1}};
  CHECK(site_inputs_error(with) == "site_settings: share_surrogate must be true or false");
  for (const char* other : {"dsne", "fed-tsne"}) {  // methods that have none
    with = input;
    with["method"] = other;
    CHECK(site_inputs_error(with) != refusal);
  }
  with = input;
  with.update(
      {{"update_epsilon", 1}, {"site_settings", {{"epsilon_budget", 2}, {"share_places", false}}}});
  CHECK(site_inputs_error(with).empty());  // nothing but noisy sums is told then
  with["share_surrogate"] = true;          // the owner has no say in it
  CHECK(site_inputs_error(with) == "input share_surrogate is unknown");
}

TEST_CASE("whether gradients of its subjects may be summed is the site's own word") {
  Json input = {{"site_data", "a"}};
  CHECK_FALSE(dsne::federated::parse_site_inputs(input, nowhere).settings.share_gradients);
  input["site_settings"] = {{"share_gradients", true}};
  CHECK(dsne::federated::parse_site_inputs(input, nowhere).settings.share_gradients);
  input["site_settings"] = {{"share_gradients", 1}};
  CHECK(site_inputs_error(input) == "site_settings: share_gradients must be true or false");
  input = {{"site_data", "a"}, {"share_gradients", true}};
  CHECK(site_inputs_error(input) == "input share_gradients is unknown");
}

TEST_CASE("UMAP's least distance is not above its spread") {
  Json input = {{"site_data", "a"}, {"min_dist", 2}, {"spread", 2}};
  CHECK(site_inputs_error(input).empty());
  input["min_dist"] = 2.1;
  CHECK(site_inputs_error(input) == "parameter min_dist must not be above spread");
}

TEST_CASE("the format of the data is the site's word, too") {
  const auto format_of = [](const Json& input) {
    return dsne::federated::parse_site_inputs(input, nowhere).data_format;
  };
  Json input = {{"site_data", "a"}};
  CHECK(format_of(input) == dsne::data::DataFormat::automatic);
  input["data_format"] = "mriqc";
  CHECK(format_of(input) == dsne::data::DataFormat::mriqc);
  input["site_settings"] = {{"data_format", "connectivity"}};
  CHECK(format_of(input) == dsne::data::DataFormat::connectivity);
  const std::string message =
      "data_format must be one of: auto, table, mriqc, covariates, nifti, connectivity, "
      "time_series";
  CHECK(site_inputs_error({{"site_data", "a"}, {"data_format", "secret"}}) == message);
  CHECK(site_inputs_error({{"site_data", "a"}, {"site_settings", {{"data_format", 3}}}}) ==
        message);
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

TEST_CASE("settings come from a file of the site's own alone; the defaults share no labels") {
  TemporaryFolder folder;
  const dsne::Folders here{folder.path(), "", "", {}};
  const auto read = [&](const Json& settings) {
    return dsne::federated::with_settings_read({{"site_data", "a"}, {"site_settings", settings}},
                                               folder.path());
  };
  dsne::write_atomically(folder.path() / "s.json", R"({"share_labels": true})", "settings");
  for (const Json& name : {Json("s.json"), Json::array({"s.json"})}) {
    const auto inputs = dsne::federated::parse_site_inputs(read(name), here);
    CHECK(inputs.settings.share_places);
    CHECK(inputs.settings.share_labels);
  }
  CHECK_FALSE(dsne::federated::parse_site_inputs({{"site_data", "a"}}, here).settings.share_labels);
  CHECK_FALSE(dsne::federated::parse_site_inputs(read(Json::array()), here).settings.share_labels);
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
    return dsne::federated::with_settings_read({{"site_data", "a"}, {"site_settings", "s.json"}},
                                               folder.path());
  };
  const std::string named = R"({"known_keys": "roster.json"})";
  const auto inputs = dsne::federated::parse_site_inputs(
      read(named, R"({"Utrecht": ")" + key + R"("})"), {folder.path(), "", "", {}});
  CHECK(inputs.settings.keys.known_keys == std::set<dsne::Bytes32>{*dsne::from_hex(key)});
  CHECK_THROWS_AS(read(named, "{}"), dsne::InputError);
  CHECK_THROWS_AS(read(R"({"known_keys": "../roster.json"})", "{}"), dsne::InputError);
  CHECK_THROWS_AS(read(R"({"known_keys": "none.json"})", "{}"), dsne::InputError);
}

TEST_CASE("unknown and mistyped settings are refused") {
  CHECK(site_inputs_error({{"site_data", "a"}, {"site_settings", {{"share", true}}}}) ==
        "site_settings: input share is unknown");
  CHECK(site_inputs_error({{"site_data", "a"}, {"site_settings", {{"share_places", "no"}}}}) ==
        "site_settings: share_places must be true or false");
  CHECK(site_inputs_error({{"site_data", "a"}, {"site_settings", 5}}) ==
        "site_settings is not a JSON object");
}
