#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "core/files.h"
#include "core/json_text.h"
#include "data/measure_files.h"
#include "data/measure_names.h"
#include "data/table.h"

namespace dsne::data {
namespace {

constexpr double missing_measure = std::numeric_limits<double>::quiet_NaN();
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 26U;

/// Replaces what Python writes and JSON does not know: NaN by null, an infinity by a number too
/// large to be read.
std::string as_json(const std::string& text) {
  constexpr std::string_view nan = "NaN";
  constexpr std::string_view infinity = "Infinity";
  std::string result;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted && c == '\\') {
      result += text.substr(at++, 2);
    } else if (!quoted && text.compare(at, nan.size(), nan) == 0) {
      result += "null";
      at += nan.size() - 1;
    } else if (!quoted && text.compare(at, infinity.size(), infinity) == 0) {
      result += "1e300";
      at += infinity.size() - 1;
    } else {
      if (c == '"') quoted = !quoted;
      result += c;
    }
  }
  return result;
}

bool is_number_or_null(const Json& value) { return value.is_number() || value.is_null(); }

/// Returns a measure's value; nothing if it is not a measure.
std::optional<double> measured_value(const Json& value) {
  if (value.is_null()) return missing_measure;
  if (value.is_number()) return value.get<double>();
  if (!value.is_array() || !std::all_of(value.begin(), value.end(), is_number_or_null)) {
    return std::nullopt;
  }
  double sum = 0;
  double count = 0;
  for (const Json& item : value) {
    if (item.is_null()) continue;
    sum += item.get<double>();
    ++count;
  }
  return count > 0 ? sum / count : missing_measure;
}

std::string modality_of(const Json& scan) {
  const auto meta = scan.find("bids_meta");
  if (meta == scan.end() || !meta->is_object()) return "";
  for (const char* name : {"modality", "suffix"}) {
    const auto modality = meta->find(name);
    if (modality != meta->end() && modality->is_string()) return modality->get<std::string>();
  }
  return "";
}

/// Refuses BIDS' JSON beside each scan, which says how it was made: its numbers are not measures.
void refuse_sidecar(const Json& scan, const Measures& measures, const std::string& input) {
  if (has_quality_measures(measures.names)) return;
  for (const char* name : {"EchoTime", "RepetitionTime", "MagneticFieldStrength"}) {
    if (!scan.contains(name)) continue;
    throw InputError(input +
                     " is a BIDS sidecar, which says how a scan was made: bring MRIQC's JSON of "
                     "the scan");
  }
}

}  // namespace

Json read_json_object(const boost::filesystem::path& file, const std::string& input) {
  boost::system::error_code error;
  const std::uintmax_t size = boost::filesystem::file_size(file, error);
  if (error || size > largest_file) {
    throw InputError(input + " is JSON, and too large for one scan's measures");
  }
  const std::string text = as_json(read_file(file, input));
  std::optional<Json> json;
  if (!nests_too_deeply(text)) json = parse_json(text);
  if (!json || !json->is_object()) {
    throw InputError(input + " is no JSON object of one scan's measures, as MRIQC writes it");
  }
  return *std::move(json);
}

void keep_quality_measures(Measures& measures) {
  if (!has_quality_measures(measures.names)) return;
  Measures kept = measures;
  kept.names.clear();
  kept.values.clear();
  for (std::size_t i = 0; i < measures.names.size(); ++i) {
    if (is_quality_measure(measures.names[i])) {
      kept.names.push_back(measures.names[i]);
      kept.values.push_back(measures.values[i]);
    } else {
      kept.left_out.push_back({measures.names[i], "not a quality measure"});
    }
  }
  measures = std::move(kept);
}

Measures read_json_measures(const boost::filesystem::path& file, const std::string& input) {
  const Json scan = read_json_object(file, input);
  Measures measures;
  measures.modality = modality_of(scan);
  for (const auto& [name, value] : scan.items()) {
    const auto number = measured_value(value);
    if (!number) continue;
    if (std::abs(*number) > largest_value) {
      throw InputError(input + ": measure " + std::to_string(measures.names.size() + 1) +
                       " is infinite or too large");
    }
    measures.names.push_back(canonical_measure_name(name));
    measures.values.push_back(*number);
  }
  refuse_sidecar(scan, measures, input);
  keep_quality_measures(measures);
  if (measures.names.empty()) throw InputError(input + " has no measure");
  return measures;
}

}  // namespace dsne::data
