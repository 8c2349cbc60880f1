#include "run/site_inputs.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <utility>

#include "core/errors.h"
#include "exchange/site_answers.h"
#include "methods/method.h"

namespace dsne::run {
namespace {

constexpr std::array<std::string_view, 7> file_inputs = {
    "site_data",     "site_label",    "reference_data", "reference_label",
    "subject_files", "site_settings", "summary"};

template <typename Names>
bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns whether a value is what COINSTAC delivers without a chosen file: null, "", or a list
/// without any name.
bool is_absent(const Json& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
         (value.is_array() &&
          std::ranges::all_of(value, [](const Json& item) { return item.is_object(); }));
}

/// Returns the file name that an input gives, or "".
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
  if (text == exchange::sent_reference_name) {
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

/// Reads the format from `given`: first the owner's inputs, then the site's settings.
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

/// Returns the settings from `with_settings_read`.
Json settings_of(const Json& input) {
  const auto found = input.find("site_settings");
  if (found == input.end() || is_absent(*found)) return Json::object();
  if (!found->is_object()) throw InputError("site_settings is not a JSON object");
  return *found;
}

/// Dates and scanners are no measures, whatever they look like.
void leave_out_history(const data::HistoryColumns& history, data::TableFormat& format) {
  for (const std::string& column : {history.date, history.scanner}) {
    if (column.empty()) continue;
    const auto& features = format.feature_columns;
    if (std::ranges::find(features, column) != features.end()) {
      throw InputError("site_settings: a column of dates or scanners is among feature_columns");
    }
    format.no_features.push_back(column);
  }
}

/// Whose each row is, is the site's word alone: its summary's promise depends on it.
void take_persons(const SiteSettings& settings, data::TableFormat& format) {
  if (settings.each_row_is_a_person && !settings.person_column.empty()) {
    throw InputError("site_settings: person_column and each_row_is_a_person contradict each other");
  }
  format.person_column = settings.person_column;
  format.each_row_is_a_person = settings.each_row_is_a_person;
}

/// Checks that the owner's parameters go together.
void check_together(const RunPlan& plan) {
  check_guarantee(plan);
  const methods::Parameters& parameters = plan.parameters;
  if (!plan.needs_reference && !plan.has_shared_noise &&
      parameters.missing == data::Missing::impute) {
    throw InputError("method " + parameters.method +
                     " has no reference to impute from: set missing to error or drop");
  }
  if (parameters.min_dist > parameters.spread) {
    throw InputError("parameter min_dist must not be above spread");
  }
}

}  // namespace

SiteInputs parse_site_inputs(const Json& input, const Folders& folders, Faults& faults) {
  SiteInputs inputs;
  // First, because its error names the replacement of a retired parameter.
  inputs.plan = RunPlan(methods::parse_parameters(input));
  for (const auto& item : input.items()) {
    const std::string& name = item.key();
    const bool is_known = contains(file_inputs, name) || is_format_input(name) ||
                          methods::is_parameter(name) || name == shown_settings_name;
    if (!is_known) {
      throw InputError(shown_input(name) + " is unknown");
    }
  }
  inputs.data = file_name(input, "site_data");
  if (inputs.data.empty()) throw InputError("site_data is missing");
  inputs.label = file_name(input, "site_label");
  inputs.reference = file_name(input, "reference_data");
  inputs.reference_label = file_name(input, "reference_label");
  inputs.summary = file_name(input, "summary");
  check_subject_files(input);
  check_together(inputs.plan);
  read_format(input, inputs);
  const Json settings = settings_of(input);
  inputs.format_known = faults.check([&] { read_format(settings, inputs); });
  inputs.settings = parse_settings(settings, inputs.plan, folders, faults);
  faults.check([&] { leave_out_history(inputs.settings.history, inputs.format); });
  faults.check([&] { take_persons(inputs.settings, inputs.format); });
  return inputs;
}

SiteInputs parse_site_inputs(const Json& input, const Folders& folders) {
  Faults faults;
  SiteInputs inputs = parse_site_inputs(input, folders, faults);
  faults.throw_first();
  return inputs;
}

Json with_settings_read(Json input, const fs::path& folder, Faults& faults) {
  const auto given = input.find("site_settings");
  if (given == input.end() || is_absent(*given)) return input;
  if (given->is_object()) {
    throw InputError(
        "site_settings must be the name of a file in the site's input folder: what a site shares "
        "is its own word, and an object could come from whoever set up the run");
  }
  const std::string name = file_name(input, "site_settings");
  Json settings = Json::object();
  faults.check([&] {
    const fs::path file = input_file(folder, name, "site_settings");
    const Json read = Json::parse(read_file(file, "site_settings"), nullptr, false);
    if (!read.is_object()) throw InputError("site_settings is not a JSON object");
    settings = read;
  });
  const auto keys = settings.find("known_keys");
  if (keys != settings.end() && keys->is_string() &&
      !faults.check([&] { *keys = read_roster(*keys, folder); })) {
    settings.erase(keys);
  }
  *given = settings;
  return input;
}

Json with_settings_read(Json input, const fs::path& folder) {
  Faults faults;
  input = with_settings_read(std::move(input), folder, faults);
  faults.throw_first();
  return input;
}

fs::path data_path(const fs::path& folder, const std::string& name, const std::string& input) {
  const fs::path path = folder / name;
  boost::system::error_code error;
  return fs::is_directory(path, error) ? path : input_file(folder, name, input);
}

}  // namespace dsne::run
