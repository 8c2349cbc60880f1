#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <boost/format.hpp>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "exchange/site_answers.h"
#include "exchange/site_sums.h"
#include "methods/method.h"
#include "privacy/keys.h"
#include "run/site_inputs.h"
#include "summary/summary.h"

namespace dsne::run {
namespace {

constexpr std::array<std::string_view, 5> format_inputs = {"data_format", "header", "id_column",
                                                           "label_column", "feature_columns"};

double parse_number(const std::string& name, const Json& value, double most,
                    const std::string& wanted) {
  const double number = value.is_number() ? value.get<double>() : 0;
  if (number > 0 && number < most) return number;
  throw InputError("site_settings: " + name + " must be a number " + wanted);
}

/// The ledger must be outside the folders where the coordinator's files arrive.
std::string parse_ledger_folder(const Json& value, const Folders& folders) {
  if (!value.is_string()) throw InputError("site_settings: ledger_folder must be a folder's path");
  boost::system::error_code error;
  const fs::path folder = fs::canonical(value.get<std::string>(), error);
  if (error || !fs::is_directory(folder, error)) {
    throw InputError("site_settings: ledger_folder must be an existing folder");
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
  const bool fits = value.is_number_integer() && value >= 1 && value <= exchange::max_points;
  if (!fits) throw InputError("site_settings: " + name + " must be a whole number from 1");
  return value.get<Eigen::Index>();
}

/// @param example a list as it should be
std::vector<std::string> parse_names(const std::string& name, const Json& value,
                                     const std::string& of, const std::string& example) {
  const bool fits = value.is_array() &&
                    std::ranges::all_of(value, [](const Json& item) { return item.is_string(); });
  if (fits) return value.get<std::vector<std::string>>();
  throw InputError("site_settings: " + name + " must be a list of " + of + "' names, as " +
                   example);
}

std::set<std::string> parse_allowed(const std::string& name, const Json& value) {
  std::set<std::string> names;
  for (const std::string& method : parse_names(name, value, "methods", R"(["dsne"])")) {
    names.insert(methods::find_method(method).name);
  }
  return names;
}

/// Settings of earlier versions, and what took their place.
void refuse_retired(const std::string& name) {
  if (name == "share_distances" || name == "share_gradients" || name == "share_surrogate") {
    throw InputError("site_settings: " + name +
                     " is retired: allow takes its place, as \"allow\": [\"fed-tsne\"]");
  }
  if (name == "least_jitter") {
    throw InputError("site_settings: least_jitter is retired: no run has jitter any more");
  }
}

/// Parses known_keys. @param value a list of keys, or a roster: an object with a key for each
/// site's name
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

bool parse_flag(const std::string& name, const Json& value) {
  if (!value.is_boolean()) throw InputError("site_settings: " + name + " must be true or false");
  return value.get<bool>();
}

/// @param fits   what a text must be
/// @param wanted the same in words
std::string parse_text(const std::string& name, const Json& value,
                       bool (*fits)(const std::string& text), const std::string& wanted) {
  if (value.is_string() && fits(value.get_ref<const std::string&>())) return value;
  throw InputError("site_settings: " + name + " must be " + wanted);
}

void check_noise(const RunPlan& plan) {
  const methods::SharedNoise& noise = *plan.guarantee->shared_noise;
  if (noise.epsilon < exchange::min_shared_epsilon) {
    throw InputError("parameter " + noise.parameter + " must be 0, or at least 0.01");
  }
  if (plan.is_simulation) {
    throw InputError("simulation_seed and " + noise.parameter + " do not go together");
  }
}

void take_setting(const std::string& name, const Json& value, const Folders& folders,
                  SiteSettings& settings) {
  Eigen::Index of_summaries = 0;  // `dsne summarize` reads the same file
  const std::map<std::string_view, bool*> flags = {
      {"share_places", &settings.share_places},
      {"share_labels", &settings.share_labels},
      {"share_verdicts", &settings.share_verdicts},
      {"simulation", &settings.simulation},
      {"each_row_is_a_person", &settings.each_row_is_a_person}};
  const std::map<std::string_view, Eigen::Index*> counts = {
      {"least_subjects", &settings.least_subjects},
      {"least_members", &of_summaries},
      {"least_sites", &settings.keys.least_sites},
      {"least_colluding", &settings.least_colluding}};
  const std::map<std::string_view, std::string*> columns = {
      {"date_column", &settings.history.date},
      {"scanner_column", &settings.history.scanner},
      {"person_column", &settings.person_column}};
  if (flags.contains(name)) {
    *flags.at(name) = parse_flag(name, value);
  } else if (counts.contains(name)) {
    *counts.at(name) = parse_count(name, value);
  } else if (columns.contains(name)) {
    *columns.at(name) = parse_text(
        name, value, [](const std::string& text) { return !text.empty(); }, "a column's name");
  } else if (name == "site_name") {
    settings.site_name = parse_text(name, value, summary::is_site_name,
                                    "1 to 40 letters, digits, blanks and ._()-, a letter or digit "
                                    "first, and not reference or ending in (public)");
  } else if (name == "identity") {
    settings.identity = parse_text(
        name, value, [](const std::string& text) { return is_plain_name(text); },
        "the name of a file in the site's input folder");
  } else if (name == "verdict_column" || name == "excluding_verdict") {
    // Of `dsne summarize`, too.
    parse_text(
        name, value, [](const std::string&) { return true; }, "text");
  } else if (name == "allow") {
    settings.allow = parse_allowed(name, value);
  } else if (name == "covariates") {
    settings.covariates = parse_names(name, value, "columns", R"(["age", "sex"])");
  } else if (name == "epsilon_budget") {
    settings.epsilon_budget = parse_number(name, value, HUGE_VAL, "above 0");
  } else if (name == "delta_budget") {
    settings.delta_budget = parse_number(name, value, 1, "between 0 and 1");
  } else if (name == "ledger_folder") {
    settings.ledger_folder = parse_ledger_folder(value, folders);
  } else if (name == "known_keys") {
    settings.keys.known_keys = parse_known_keys(value);
  } else {
    refuse_retired(name);
    throw InputError("site_settings: " + shown_input(name) + " is unknown");
  }
}

void check_settings(const SiteSettings& settings, const RunPlan& plan, Faults& faults) {
  const methods::Parameters& parameters = plan.parameters;
  const auto require = [&](bool holds, const std::string& fault) {
    if (!holds) faults.add(fault);
  };
  if (plan.guarantee) {
    require(!plan.is_simulation || settings.simulation,
            "simulation_seed makes noise that protects nobody, and site_settings does not say "
            "simulation true");
    require(settings.epsilon_budget.has_value(),
            "method " + parameters.method + " needs epsilon_budget in site_settings");
    require(parameters.dp_delta <= settings.delta_budget,
            str(boost::format("parameter dp_delta is %g, above this site's delta_budget, which is "
                              "%g: set it in site_settings") %
                parameters.dp_delta % settings.delta_budget));
  }
  if (plan.has_shared_noise) {
    require(parameters.dp_colluding >= settings.least_colluding,
            "parameter dp_colluding is " + std::to_string(parameters.dp_colluding) +
                ", below this site's least_colluding, which is " +
                std::to_string(settings.least_colluding) + ": set it in site_settings");
  }
  if (plan.guarantee) {
    require(!settings.share_labels,
            "site_settings: method " + parameters.method + " does not share labels");
    require(!settings.share_places || plan.guarantee->covers_coordinates,
            "site_settings: method " + parameters.method + " does not share positions");
  }
  // The exact line to add to the settings.
  require(!plan.needs_consent || settings.allow.contains(parameters.method),
          "method " + parameters.method +
              " sends more of this site's subjects than a summary, without a guarantee; to take "
              "part, write into site_settings: \"allow\": [\"" +
              parameters.method + "\"]");
}

}  // namespace

bool is_format_input(const std::string& name) {
  return std::ranges::find(format_inputs, name) != format_inputs.end();
}

std::string shown_input(const std::string& name) {
  const bool word = name.size() <= 40 && std::ranges::all_of(name, [](char c) {
                      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == '_';
                    });
  return word ? "input " + name : "an input";
}

SiteSettings parse_settings(const Json& given, const RunPlan& plan, const Folders& folders,
                            Faults& faults) {
  SiteSettings settings;
  bool well = true;
  for (const auto& [name, value] : given.items()) {
    if (is_format_input(name)) continue;
    well &= faults.check(
        [&, &name = name, &value = value] { take_setting(name, value, folders, settings); });
  }
  // A wrong setting is not also reported as missing.
  if (well) check_settings(settings, plan, faults);
  return settings;
}

void check_guarantee(const RunPlan& plan) {
  if (!plan.guarantee) return;
  const methods::Parameters& parameters = plan.parameters;
  if (parameters.missing.value_or(data::Missing::impute) != data::Missing::impute) {
    throw InputError("method " + parameters.method + " needs missing impute");
  }
  if (plan.has_shared_noise) check_noise(plan);
  if (parameters.adaclip.h1 > parameters.adaclip.h2) {
    throw InputError("parameter dp_h1 must not be above dp_h2");
  }
}

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

std::optional<privacy::Identity> read_identity(const SiteSettings& settings,
                                               const fs::path& folder) {
  if (settings.identity.empty()) return std::nullopt;
  const std::string name = "site_settings: identity";
  auto identity =
      privacy::parse_identity(read_file(input_file(folder, settings.identity, name), name));
  if (!identity) throw InputError(name + " is not a file that dsne identity has made");
  return identity;
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

}  // namespace dsne::run
