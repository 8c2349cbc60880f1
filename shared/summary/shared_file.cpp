#include "summary/shared_file.h"

#include <algorithm>
#include <boost/algorithm/string/trim.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/base64.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/json_text.h"
#include "data/npy.h"
#include "data/table.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr std::string_view array_mark = "\x93NUMPY";
constexpr std::size_t longest_nothing = 100;

bool is_nothing(const std::string& text) {
  return text.size() <= longest_nothing && boost::algorithm::trim_copy(text) == "{}";
}

fs::path names_beside(const fs::path& array) {
  return array.parent_path() / (array.stem().string() + "_names.json");
}

/// Returns the values as a `.npy` of float64.
std::string npy(const Matrix& values) {
  constexpr std::size_t unit = 64;
  constexpr std::size_t before = 10;
  std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                     std::to_string(values.rows()) + ", " + std::to_string(values.cols()) + "), }";
  while ((before + text.size() + 1) % unit != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  // Little-endian, as core/json.cpp requires of the machine.
  return header + text +
         std::string(reinterpret_cast<const char*>(values.data()),
                     static_cast<std::size_t>(values.size()) * sizeof(double));
}

std::vector<std::string> parse_names(const Json& names, std::size_t columns,
                                     const std::string& input) {
  if (names.is_number_integer() && names == columns) return data::numbered_names(columns);
  const auto is_text = [](const Json& name) { return name.is_string(); };
  if (!names.is_array() || names.size() != columns ||
      !std::all_of(names.begin(), names.end(), is_text)) {
    throw InputError(input + ": the names do not fit the array");
  }
  return names.get<std::vector<std::string>>();
}

}  // namespace

ArrayFiles summary_array(const Summary& summary) {
  Json names = {{"excluded", summary.excluded.has_value()}};
  if (are_numbered(summary.measures)) {
    names["measures"] = summary.measures.size();
  } else {
    names["measures"] = summary.measures;
  }
  return {npy(rows_with_spread(summary)), to_ascii(names) + '\n'};
}

Summary parse_summary_array(const ArrayFiles& files, const std::string& input) {
  if (files.array.size() > largest_summary || files.names.size() > largest_summary) {
    throw InputError(input + " is too large for a summary");
  }
  const auto names = parse_json(files.names);
  if (!names || !names->is_object() || !names->contains("measures") ||
      !names->contains("excluded") || !names->at("excluded").is_boolean()) {
    throw InputError(input + ": the names are not those of a summary");
  }
  std::istringstream stream(files.array);
  if (!data::is_npy(stream)) throw InputError(input + " is not a .npy array");
  const Matrix all = data::read_npy(stream, input);
  const bool excluded = names->at("excluded").get<bool>();
  const Index rows = all.rows() - 1;
  const Index measures = all.cols() - (excluded ? 2 : 1);
  if (rows < 1 || measures < 1) throw InputError(input + " has no row or no measure");
  if (all(rows, 0) != 0 || (excluded && all(rows, measures + 1) != 0)) {
    throw InputError(input + ": the last row is not the spread");
  }
  Summary summary;
  summary.measures = parse_names(names->at("measures"), static_cast<std::size_t>(measures), input);
  check_measures(summary.measures, input);
  take_rows(summary, all, excluded);
  summary.array = true;
  check_summary(summary, input);
  return summary;
}

std::optional<Summary> read_shared_summary(const fs::path& file, const std::string& input) {
  std::string text = read_file(file, input);
  if (is_nothing(text)) return std::nullopt;
  if (!std::string_view(text).starts_with(array_mark)) return parse_summary_csv(text, input);
  const fs::path names = names_beside(file);
  if (!fs::exists(names)) {
    throw InputError(input + " is an array without its names (summary_names.json) beside it");
  }
  return parse_summary_array({std::move(text), read_file(names, input)}, input);
}

std::string travel_text(const Summary& summary) {
  if (!summary.array) return summary_csv(summary);
  const ArrayFiles files = summary_array(summary);
  const Json json = {{"array", to_base64(std::as_bytes(std::span(files.array)))},
                     {"bytes", files.array.size()},
                     {"names", files.names}};
  return to_ascii(json) + '\n';
}

Summary parse_travel_text(const std::string& text, const std::string& input) {
  if (!text.starts_with('{')) return parse_summary_csv(text, input);
  const InputError damaged(input + " is not a summary");
  if (text.size() > 2 * largest_summary) throw damaged;
  const auto json = parse_json(text);
  if (!json || !json->is_object()) throw damaged;
  try {
    const std::string packed = text_field(*json, "array", input);
    const auto most = static_cast<std::int64_t>(packed.size());
    std::string array(static_cast<std::size_t>(integer_field(*json, "bytes", 1, most, input)), 0);
    if (!from_base64(packed, std::as_writable_bytes(std::span(array)))) throw damaged;
    return parse_summary_array({std::move(array), text_field(*json, "names", input)}, input);
  } catch (const MessageError&) {
    throw damaged;
  }
}

}  // namespace dsne::summary
