#include "federated/site_inputs.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <cmath>

#include "core/errors.h"
#include "federated/jitter.h"
#include "federated/method.h"
#include "federated/reference/private_reference.h"
#include "federated/site_name.h"
#include "federated/state_names.h"
#include "privacy/roster.h"

namespace dsne::federated {
namespace {

constexpr std::array<std::string_view, 7> file_inputs = {
    "site_data",     "site_label",    "reference_data", "reference_label",
    "subject_files", "site_settings", "summary"};
constexpr std::array<std::string_view, 5> format_inputs = {"data_format", "header", "id_column",
                                                           "label_column", "feature_columns"};

template <typename Names>
bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// An unknown input's name, if it looks like a name and not like data.
std::string shown(const std::string& name) {
  const bool word = name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
                      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == '_';
                    });
  return word ? "input " + name : "an input";
}

/// True for what COINSTAC delivers when a user has chosen no file: nothing, "", or a list without
/// any name in it.
bool is_absent(const Json& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
         (value.is_array() && std::all_of(value.begin(), value.end(),
                                          [](const Json& item) { return item.is_object(); }));
}

/// The file name that an input gives, "" when it gives none.
std::string file_name(const Json& input, const std::string& name) {
  const auto found = input.find(name);
  if (found == input.end() || is_absent(*found)) return "";
  const bool list = found->is_array();
  if (list && found->size() != 1) throw InputError(name + " must name one file");
  const Json& value = list ? found->front() : *found;
  if (!value.is_string()) throw InputError(name + " must be a file name or a list with one");
  const auto& text = value.get_ref<const std::string&>();
  if (!is_plain_name(text)) {
    throw InputError(name + " must be the name of a file in the site's input folder");
  }
  if (text == sent_reference_name) {
    throw InputError(name + " must not be " + text + ": the run's reference arrives by that name");
  }
  return text;
}

std::string column_name(const Json& value, const std::string& name) {
  if (!value.is_string()) throw InputError(name + " must be the name of a column");
  return value.get<std::string>();
}

std::vector<std::string> column_names(const Json& value, const std::string& name) {
  if (!value.is_array()) throw InputError(name + " must be a list of columns' names");
  std::vector<std::string> names;
  for (const Json& item : value) names.push_back(column_name(item, name));
  return names;
}

data::Header parse_header(const Json& value) {
  if (value == "auto") return data::Header::automatic;
  if (value == "yes") return data::Header::present;
  if (value == "no") return data::Header::absent;
  throw InputError("header must be one of: auto, yes, no");
}

data::DataFormat parse_data_format(const Json& value) {
  if (value.is_string()) {
    if (const auto form = data::data_format_named(value.get_ref<const std::string&>()))
      return *form;
  }
  throw InputError("data_format must be one of: " +
                   boost::algorithm::join(data::data_format_names(), ", "));
}

void check_subject_files(const Json& input) {
  const auto found = input.find("subject_files");
  if (found == input.end() || is_absent(*found)) return;
  const Json files = found->is_array() ? *found : Json::array({*found});
  for (const Json& file : files) {
    if (!file.is_string() || !is_plain_name(file.get_ref<const std::string&>())) {
      throw InputError("subject_files must be names of files in the site's input folder");
    }
  }
}

/// Takes from `given` what it says of the format; the owner's inputs first, then the site's
/// settings.
void read_format(const Json& given, SiteInputs& inputs) {
  data::TableFormat& format = inputs.format;
  const auto take = [&](const char* name, auto&& use) {
    const auto found = given.find(name);
    if (found != given.end() && !found->is_null()) use(*found);
  };
  take("data_format", [&](const Json& v) { inputs.data_format = parse_data_format(v); });
  take("header", [&](const Json& v) { format.header = parse_header(v); });
  take("id_column", [&](const Json& v) { format.id_column = column_name(v, "id_column"); });
  take("label_column",
       [&](const Json& v) { format.label_column = column_name(v, "label_column"); });
  take("feature_columns",
       [&](const Json& v) { format.feature_columns = column_names(v, "feature_columns"); });
}

/// The settings as `with_settings_read` has left them.
Json settings_of(const Json& input) {
  const auto found = input.find("site_settings");
  if (found == input.end() || is_absent(*found)) return Json::object();
  if (!found->is_object()) throw InputError("site_settings is not a JSON object");
  return *found;
}

/// A roster's keys by site, from the file that known_keys names.
Json read_roster(const Json& name, const fs::path& folder) {
  const std::string what = "site_settings: known_keys";
  if (!is_plain_name(name.get_ref<const std::string&>())) {
    throw InputError(what + " must be the name of a file in the site's input folder");
  }
  const auto roster = privacy::parse_accepted_keys(read_file(input_file(folder, name, what), what));
  if (!roster) throw InputError(what + " is not a roster that dsne identity --roster has made");
  Json keys = Json::object();
  for (const auto& [site, key] : *roster) keys[site] = to_hex(key);
  return keys;
}

double parse_budget(const Json& value) {
  const double budget = value.is_number() ? value.get<double>() : 0;
  if (!(budget > 0 && std::isfinite(budget))) {
    throw InputError("site_settings: epsilon_budget must be a number above 0");
  }
  return budget;
}

double parse_delta_budget(const Json& value) {
  const double budget = value.is_number() ? value.get<double>() : 0;
  if (!(budget > 0 && budget < 1)) {
    throw InputError("site_settings: delta_budget must be a number between 0 and 1");
  }
  return budget;
}

/// The ledger must lie where nothing that the coordinator sends arrives.
std::string parse_ledger_folder(const Json& value, const Folders& folders) {
  if (!value.is_string()) throw InputError("site_settings: ledger_folder must be a folder's path");
  boost::system::error_code error;
  const fs::path folder = fs::canonical(value.get<std::string>(), error);
  if (error || !fs::is_directory(folder, error)) {
    throw InputError("site_settings: ledger_folder is not a folder that is there");
  }
  std::vector<fs::path> of_run = {folders.inputs, folders.own};
  of_run.insert(of_run.end(), folders.engine.begin(), folders.engine.end());
  for (const fs::path& reached : of_run) {
    const fs::path inside = folder.lexically_relative(fs::canonical(reached, error));
    if (!inside.empty() && *inside.begin() != "..") {
      throw InputError("site_settings: ledger_folder must not lie in a folder of the run");
    }
  }
  return folder.string();
}

Eigen::Index parse_count(const std::string& name, const Json& value) {
  const bool fits = value.is_number_integer() && value >= 1 && value <= max_points;
  if (!fits) throw InputError("site_settings: " + name + " must be a whole number from 1");
  return value.get<Eigen::Index>();
}

double parse_least_jitter(const Json& value) {
  if (value.is_number() && value >= 0 && value <= largest_jitter) return value.get<double>();
  throw InputError("site_settings: least_jitter must be a number from 0 to 10");
}

/// @param value a list of keys, or a roster: an object with a key for each site's name
std::set<Bytes32> parse_known_keys(const Json& value) {
  const InputError error(
      "site_settings: known_keys must be a list of keys as dsne identity prints, or the name of a "
      "roster's file that dsne identity --roster has made");
  if (!value.is_structured() || value.empty()) throw error;
  std::set<Bytes32> keys;
  for (const Json& item : value) {
    const auto key = from_hex(item.is_string() ? item.get<std::string>() : "");
    if (!key) throw error;
    keys.insert(*key);
  }
  return keys;
}

std::string parse_identity_file(const Json& value) {
  if (value.is_string() && is_plain_name(value.get<std::string>())) return value;
  throw InputError("site_settings: identity must be the name of a file in the site's input folder");
}

bool parse_flag(const std::string& name, const Json& value) {
  if (!value.is_boolean()) throw InputError("site_settings: " + name + " must be true or false");
  return value.get<bool>();
}

std::string parse_site_name(const Json& value) {
  if (value.is_string() && is_site_name(value.get_ref<const std::string&>())) return value;
  throw InputError(
      "site_settings: site_name must be 1 to 40 letters, digits, blanks and ._()-, a letter or "
      "digit first, and not reference");
}

SiteSettings parse_settings(const Json& given, bool with_guarantee, const Folders& folders) {
  SiteSettings settings;
  settings.share_places = !with_guarantee;
  for (const auto& [name, value] : given.items()) {
    if (contains(format_inputs, name)) continue;
    if (name == "site_name") {
      settings.site_name = parse_site_name(value);
    } else if (name == "share_places") {
      settings.share_places = parse_flag(name, value);
      settings.says_share_places = true;
    } else if (name == "share_labels") {
      settings.share_labels = parse_flag(name, value);
    } else if (name == "share_distances") {
      settings.share_distances = parse_flag(name, value);
    } else if (name == "share_gradients") {
      settings.share_gradients = parse_flag(name, value);
    } else if (name == "share_surrogate") {
      settings.share_surrogate = parse_flag(name, value);
    } else if (name == "simulation") {
      settings.simulation = parse_flag(name, value);
    } else if (name == "epsilon_budget") {
      settings.epsilon_budget = parse_budget(value);
    } else if (name == "delta_budget") {
      settings.delta_budget = parse_delta_budget(value);
    } else if (name == "ledger_folder") {
      settings.ledger_folder = parse_ledger_folder(value, folders);
    } else if (name == "least_subjects") {
      settings.least_subjects = parse_count(name, value);
    } else if (name == "least_members") {
      // Of `dsne summarize`, which reads the same file.
      parse_count(name, value);
    } else if (name == "least_sites") {
      settings.keys.least_sites = parse_count(name, value);
    } else if (name == "least_jitter") {
      settings.least_jitter = parse_least_jitter(value);
    } else if (name == "least_colluding") {
      settings.least_colluding = parse_count(name, value);
    } else if (name == "known_keys") {
      settings.keys.known_keys = parse_known_keys(value);
    } else if (name == "identity") {
      settings.identity = parse_identity_file(value);
    } else {
      throw InputError("site_settings: " + shown(name) + " is unknown");
    }
  }
  return settings;
}

/// What of a run makes private releases, for errors.
std::string budgeted_part(const Parameters& parameters) {
  return privacy_plan(parameters) ? "method " + parameters.method
                                  : "a reference with reference_epsilon";
}

/// What a run has to keep to whose releases count against the site's budget.
void check_budgeted(const SiteSettings& settings, const Parameters& parameters) {
  if (is_simulation(parameters) && !settings.simulation) {
    throw InputError(
        "simulation_seed makes noise that protects nobody, and site_settings does not say "
        "simulation true");
  }
  if (!settings.epsilon_budget) {
    throw InputError(budgeted_part(parameters) + " needs epsilon_budget in site_settings");
  }
  if (parameters.dp_delta > settings.delta_budget) {
    throw InputError("parameter dp_delta is above this site's delta_budget");
  }
  if (parameters.missing.value_or(data::Missing::impute) != data::Missing::impute) {
    throw InputError(budgeted_part(parameters) + " needs missing impute");
  }
}

void check_shared_noise(const SiteSettings& settings, const Parameters& parameters,
                        const SharedNoise& noise) {
  if (parameters.dp_colluding < settings.least_colluding) {
    throw InputError("parameter dp_colluding is below this site's least_colluding");
  }
  if (noise.epsilon < min_shared_epsilon) {
    throw InputError("parameter " + noise.parameter + " must be 0, or at least 0.01");
  }
  if (is_simulation(parameters)) {
    throw InputError("simulation_seed and " + noise.parameter + " do not go together");
  }
}

void check_private(const SiteSettings& settings, const Parameters& parameters) {
  if (settings.share_labels) {
    throw InputError("site_settings: method " + parameters.method + " does not share labels");
  }
  if (settings.share_places && !privacy_plan(parameters)->covers_coordinates) {
    throw InputError("site_settings: method " + parameters.method + " does not share places");
  }
  if (parameters.adaclip.h1 > parameters.adaclip.h2) {
    throw InputError("parameter dp_h1 must not be above dp_h2");
  }
}

}  // namespace

SiteInputs parse_site_inputs(const Json& input, const Folders& folders) {
  for (const auto& item : input.items()) {
    const std::string& name = item.key();
    if (!contains(file_inputs, name) && !contains(format_inputs, name) && !is_parameter(name)) {
      throw InputError(shown(name) + " is unknown");
    }
  }
  SiteInputs inputs;
  inputs.parameters = parse_parameters(input);
  inputs.data = file_name(input, "site_data");
  if (inputs.data.empty()) throw InputError("site_data is missing");
  inputs.label = file_name(input, "site_label");
  inputs.reference = file_name(input, "reference_data");
  inputs.reference_label = file_name(input, "reference_label");
  inputs.summary = file_name(input, "summary");
  check_subject_files(input);
  const Json settings = settings_of(input);
  read_format(input, inputs);
  read_format(settings, inputs);
  const Parameters& parameters = inputs.parameters;
  const bool private_method = privacy_plan(parameters).has_value();
  inputs.settings = parse_settings(settings, spends_budget(parameters), folders);
  if (spends_budget(parameters)) check_budgeted(inputs.settings, parameters);
  if (is_private_reference(parameters)) {
    check_shared_noise(inputs.settings, parameters,
                       {"a reference", "reference_epsilon", parameters.reference_epsilon});
  }
  if (const auto noise = shared_noise(parameters)) {
    check_shared_noise(inputs.settings, parameters, *noise);
  }
  if (private_method) check_private(inputs.settings, parameters);
  if (!needs_reference(parameters) && !shares_noise(parameters) &&
      parameters.missing == data::Missing::impute) {
    throw InputError("method " + parameters.method +
                     " has no reference to impute from: set missing to error or drop");
  }
  if (parameters.min_dist > parameters.spread) {
    throw InputError("parameter min_dist must not be above spread");
  }
  const Method& method = find_method(parameters.method);
  if (shows_records(method) && !inputs.settings.share_distances) {
    throw InputError("method " + parameters.method +
                     " posts distances that the coordinator can solve for each subject's data, and "
                     "site_settings does not say share_distances true");
  }
  if (tells_surrogates(parameters) && !inputs.settings.share_surrogate) {
    throw InputError(
        "surrogates sites tells all sites how densely this site's subjects lie "
        "anywhere on the map, and site_settings does not say share_surrogate true");
  }
  if (shows_coordinates(method) && !inputs.settings.share_places) {
    throw InputError("method " + parameters.method +
                     " shows every site the others' places in every round, and site_settings does "
                     "not share them: share_places is false");
  }
  return inputs;
}

std::optional<privacy::Identity> read_identity(const SiteSettings& settings,
                                               const fs::path& folder) {
  if (settings.identity.empty()) return std::nullopt;
  const std::string name = "site_settings: identity";
  auto identity =
      privacy::parse_identity(read_file(input_file(folder, settings.identity, name), name));
  if (!identity) throw InputError(name + " is not a file that dsne identity has made");
  return identity;
}

Json with_settings_read(Json input, const fs::path& folder) {
  const auto given = input.find("site_settings");
  if (given == input.end() || is_absent(*given)) return input;
  if (given->is_object()) {
    throw InputError(
        "site_settings must be the name of a file in the site's input folder: what a site shares "
        "is its own word, and an object could come from whoever set up the run");
  }
  const fs::path file = input_file(folder, file_name(input, "site_settings"), "site_settings");
  Json settings = Json::parse(read_file(file, "site_settings"), nullptr, false);
  if (!settings.is_object()) throw InputError("site_settings is not a JSON object");
  const auto keys = settings.find("known_keys");
  if (keys != settings.end() && keys->is_string()) *keys = read_roster(*keys, folder);
  *given = settings;
  return input;
}

fs::path input_file(const fs::path& folder, const std::string& file_name,
                    const std::string& input) {
  fs::path file = folder / file_name;
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) {
    throw InputError(input + ": there is no such file in the site's input folder");
  }
  return file;
}

fs::path data_path(const fs::path& folder, const std::string& name, const std::string& input) {
  const fs::path path = folder / name;
  boost::system::error_code error;
  return fs::is_directory(path, error) ? path : input_file(folder, name, input);
}

}  // namespace dsne::federated
