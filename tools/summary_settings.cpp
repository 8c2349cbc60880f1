#include "tools/summary_settings.h"

#include "core/files.h"
#include "core/json.h"
#include "core/json_text.h"
#include "tools/data_options.h"

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

InputError wrong(const std::string& name, const std::string& what) {
  return InputError(std::string(settings_name) + ": " + name + " must be " + what);
}

std::string text_of(const Json& settings, const std::string& name) {
  const auto found = settings.find(name);
  if (found == settings.end() || found->is_null()) return "";
  if (!found->is_string()) throw wrong(name, "text");
  return found->get<std::string>();
}

std::vector<std::string> listed_in(const Json& settings, const std::string& list) {
  const auto found = settings.find(list);
  std::vector<std::string> names;
  if (found == settings.end() || found->is_null()) return names;
  if (!found->is_array()) throw wrong(list, "a list of columns' names");
  for (const Json& name : *found) {
    if (!name.is_string()) throw wrong(list, "a list of columns' names");
    names.push_back(name.get<std::string>());
  }
  return names;
}

bool flag_in(const Json& settings, const std::string& name) {
  const auto found = settings.find(name);
  if (found == settings.end() || found->is_null()) return false;
  if (!found->is_boolean()) throw wrong(name, "true or false");
  return found->get<bool>();
}

data::Header header_in(const Json& settings) {
  const std::string header = text_of(settings, "header");
  if (header.empty() || header == "auto") return data::Header::automatic;
  if (header == "yes") return data::Header::present;
  if (header == "no") return data::Header::absent;
  throw wrong("header", "one of: auto, yes, no");
}

}  // namespace

summary::Rules summary_rules(const Json& settings) {
  summary::Rules rules;
  const auto least = settings.find("least_members");
  if (least != settings.end()) {
    constexpr int most = 1000000;
    if (!least->is_number_integer() || *least < summary::least_subjects || *least > most) {
      throw wrong("least_members", "a whole number from 5");
    }
    rules.least = least->get<Eigen::Index>();
  }
  rules.listed = listed_in(settings, "feature_columns");
  return rules;
}

SummarySettings read_summary_settings(const Values& values) {
  const Json settings = read_object(values);
  SummarySettings result;
  result.rules = summary_rules(settings);
  result.format = table_format_of(values);
  result.format.feature_columns = result.rules.listed;
  result.format.header = header_in(settings);
  if (result.format.id_column.empty()) result.format.id_column = text_of(settings, "id_column");
  if (result.format.label_column.empty()) {
    result.format.label_column = text_of(settings, "label_column");
  }
  result.covariates = listed_in(settings, "covariates");
  result.history = {text_of(settings, "date_column"), text_of(settings, "scanner_column")};
  for (const std::string& column : {result.history.date, result.history.scanner}) {
    if (!column.empty()) result.format.no_features.push_back(column);
  }
  result.share_verdicts = flag_in(settings, "share_verdicts");
  result.verdict_column = text_of(settings, "verdict_column");
  result.excluding_verdict = text_of(settings, "excluding_verdict");
  if (!result.excluding_verdict.empty() && result.excluding_verdict != "0" &&
      result.excluding_verdict != "1") {
    throw wrong("excluding_verdict", R"("0" or "1")");
  }
  result.data_format = data_format_of(values);
  const std::string form = text_of(settings, "data_format");
  if (result.data_format == data::DataFormat::automatic && !form.empty()) {
    const auto named = data::data_format_named(form);
    if (!named) throw wrong("data_format", "the name of a format");
    result.data_format = *named;
  }
  return result;
}

}  // namespace dsne::tools
