#include "data/json_measures.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "core/errors.h"
#include "core/files.h"
#include "core/json.h"
#include "data/table.h"

namespace dsne::data {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 26U;

/// The text with NaN and infinities, which Python writes and JSON does not know, as null.
std::string with_nulls(const std::string& text) {
  std::string result;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' && (at == 0 || text[at - 1] != '\\')) quoted = !quoted;
    if (!quoted && text.compare(at, 3, "NaN") == 0) {
      result += "null";
      at += 2;
    } else {
      result += c;
    }
  }
  return result;
}

bool is_number_or_null(const Json& value) { return value.is_number() || value.is_null(); }

/// A measure's value; nothing for what is no measure.
std::optional<double> value_of(const Json& value) {
  if (value.is_null()) return missing;
  if (value.is_number()) return value.get<double>();
  if (!value.is_array() || value.empty() ||
      !std::all_of(value.begin(), value.end(), is_number_or_null)) {
    return std::nullopt;
  }
  double sum = 0;
  for (const Json& item : value) sum += item.is_null() ? missing : item.get<double>();
  return sum / static_cast<double>(value.size());
}

std::string modality_of(const Json& scan) {
  const auto meta = scan.find("bids_meta");
  if (meta == scan.end() || !meta->is_object()) return "";
  const auto modality = meta->find("modality");
  return modality != meta->end() && modality->is_string() ? modality->get<std::string>() : "";
}

Json read_object(const boost::filesystem::path& file, const std::string& input) {
  if (boost::filesystem::file_size(file) > largest_file) {
    throw InputError(input + " is JSON, and too large for one scan's measures");
  }
  Json json = Json::parse(with_nulls(read_file(file, input)), nullptr, false);
  if (!json.is_object()) {
    throw InputError(input + " is no JSON object of one scan's measures, as MRIQC writes it");
  }
  return json;
}

}  // namespace

Measures read_json_measures(const boost::filesystem::path& file, const std::string& input) {
  const Json scan = read_object(file, input);
  Measures measures;
  measures.modality = modality_of(scan);
  for (const auto& [name, value] : scan.items()) {
    const auto number = value_of(value);
    if (!number) continue;
    if (std::abs(*number) > largest_value) {
      throw InputError(input + ": the " + std::to_string(measures.names.size() + 1) +
                       ". measure is infinite or too large");
    }
    measures.names.push_back(name);
    measures.values.push_back(*number);
  }
  if (measures.names.empty()) throw InputError(input + " has no measure");
  return measures;
}

}  // namespace dsne::data
