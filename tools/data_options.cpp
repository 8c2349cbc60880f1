#include "tools/data_options.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>

#include "core/files.h"
#include "core/json.h"
#include "core/json_text.h"

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
  const Json text = settings.value(name, Json());
  if (text.is_null()) return "";
  if (!text.is_string()) throw wrong(name, "text");
  return text.get<std::string>();
}

std::vector<std::string> listed_in(const Json& settings, const std::string& name) {
  const Json list = settings.value(name, Json());
  if (list.is_null()) return {};
  const bool fits = list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& each) {
                      return each.is_string();
                    });
  if (!fits) throw wrong(name, "a list of columns' names");
  return list.get<std::vector<std::string>>();
}

bool flag_in(const Json& settings, const std::string& name) {
  const Json flag = settings.value(name, Json());
  if (!flag.is_null() && !flag.is_boolean()) throw wrong(name, "true or false");
  return flag == true;
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

data::DataFormat data_format_of(const Values& values) {
  if (const auto form = data::data_format_named(values["data-format"].as<std::string>()))
    return *form;
  throw UsageError("--data-format must be one of: " +
                   boost::algorithm::join(data::data_format_names(), ", "));
}

data::TableFormat table_format_of(const Values& values) {
  data::TableFormat format;
  format.id_column = values["id-column"].as<std::string>();
  format.label_column = values["label-column"].as<std::string>();
  return format;
}

summary::Place summary_place(const Values& values, const char* folder_option) {
  summary::Place place{values[folder_option].as<std::string>(), ""};
  if (values.count("data-set") != 0) place.data_set = values["data-set"].as<std::string>();
  if (!summary::is_data_set_name(place.data_set)) {
    throw UsageError("--data-set must be letters, digits and -, at most 40");
  }
  return place;
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
