#include "tools/data_options.h"

#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/join.hpp>
#include <utility>

#include "core/files.h"
#include "core/json.h"
#include "run/site_inputs.h"
#include "tools/check/checking.h"

namespace dsne::tools {
namespace {

const char* const settings_name = "the settings (--settings)";

Json read_object(const Values& values) {
  if (values.count("settings") == 0) return Json::object();
  const auto json = parse_json(read_file(values["settings"].as<std::string>(), settings_name));
  if (!json || !json->is_object()) {
    throw InputError(std::string(settings_name) + " are not a JSON object");
  }
  return *json;
}

/// Reads settings as a run does.
run::SiteInputs parse(const Json& settings) {
  try {
    return run::parse_site_inputs({{"site_data", "data"}, {"site_settings", settings}}, {});
  } catch (const InputError& error) {
    throw InputError(
        std::string(settings_name) + ": " +
        boost::algorithm::erase_first_copy(std::string(error.what()), "site_settings: "));
  }
}

/// Refuses names that no setting has: what was meant would count for nothing.
void refuse_unknown(const Json& settings) {
  for (const auto& setting : settings.items()) {
    try {
      parse({{setting.key(), setting.value()}});
    } catch (const InputError& error) {
      const std::string what = error.what();
      if (what.ends_with(" is unknown") || what.find(" is retired") != std::string::npos) throw;
    }
  }
}

/// Returns the settings that count for a summary. Others, such as where a ledger lies, may be wrong
/// here.
Json of_summaries(const Json& settings) {
  refuse_unknown(settings);
  Json some = Json::object();
  for (const char* name :
       {"data_format", "header", "id_column", "label_column", "feature_columns", "date_column",
        "scanner_column", "person_column", "each_row_is_a_person", "covariates", "least_members",
        "share_verdicts", "verdict_column", "excluding_verdict", "site_name"}) {
    const auto found = settings.find(name);
    if (found != settings.end() && !found->is_null()) some[name] = *found;
  }
  return some;
}

/// Returns the given file format, automatic without one.
/// @throws UsageError when it is unknown
data::DataFormat data_format_of(const Values& values) {
  if (const auto form = data::data_format_named(values["data-format"].as<std::string>()))
    return *form;
  throw UsageError("--data-format must be one of: " +
                   boost::algorithm::join(data::data_format_names(), ", "));
}

/// Returns the given columns.
data::TableFormat table_format_of(const Values& values) {
  data::TableFormat format;
  format.id_column = values["id-column"].as<std::string>();
  format.label_column = values["label-column"].as<std::string>();
  return format;
}

}  // namespace

summary::Rules summary_rules(const Json& settings) {
  summary::Rules rules;
  const auto least = settings.find("least_members");
  if (least != settings.end()) {
    constexpr int most = 1000000;
    if (!least->is_number_integer() || *least < summary::least_members || *least > most) {
      throw InputError(std::string(settings_name) + ": least_members must be a whole number from " +
                       std::to_string(summary::least_members));
    }
    rules.least = least->get<Eigen::Index>();
  }
  const auto listed = settings.find("feature_columns");
  if (listed != settings.end() && listed->is_array()) listed->get_to(rules.listed);
  return rules;
}

Options with_data_options(Options options) {
  const auto text = [](const char* name, const char* otherwise, const char* shown) {
    return value<std::string>(name)->default_value(otherwise, shown);
  };
  const std::string formats = boost::algorithm::join(data::data_format_names(), ", ");
  options.insert(
      options.end(),
      {option("data-format", text("FORMAT", "auto", "auto"), "what the data come in: " + formats),
       option("id-column", text("NAME", "", ""),
              "the column of the subjects' ids, which is no feature"),
       option("label-column", text("NAME", "", ""), "the column of their labels")});
  return options;
}

summary::Place summary_place(const Values& values, const char* folder_option) {
  summary::Place place{values[folder_option].as<std::string>(), ""};
  if (values.count("data-set") != 0) place.data_set = values["data-set"].as<std::string>();
  if (!summary::is_data_set_name(place.data_set)) {
    throw UsageError("--data-set must be letters, digits and -, at most 40");
  }
  return place;
}

data::Table read_own_data(const fs::path& file, const data::TableFormat& format,
                          const std::function<data::Table()>& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(error.what() + checking::cell_text(file, format, error.what()));
  }
}

SummarySettings read_summary_settings(const Values& values) {
  const Json given = of_summaries(read_object(values));
  run::SiteInputs inputs = parse(given);
  SummarySettings result;
  result.rules = summary_rules(given);
  result.share_verdicts = inputs.settings.share_verdicts;
  result.verdict_column = given.value("verdict_column", "");
  result.excluding_verdict = given.value("excluding_verdict", "");
  if (!result.excluding_verdict.empty() && result.excluding_verdict != "0" &&
      result.excluding_verdict != "1") {
    throw InputError(std::string(settings_name) + R"(: excluding_verdict must be "0" or "1")");
  }
  result.covariates = std::move(inputs.settings.covariates);
  result.site_name = std::move(inputs.settings.site_name);
  result.history = std::move(inputs.settings.history);
  const data::DataFormat form = data_format_of(values);
  result.data_format = form == data::DataFormat::automatic ? inputs.data_format : form;
  result.format = std::move(inputs.format);
  const data::TableFormat named = table_format_of(values);
  if (!named.id_column.empty()) result.format.id_column = named.id_column;
  if (!named.label_column.empty()) result.format.label_column = named.label_column;
  return result;
}

}  // namespace dsne::tools
