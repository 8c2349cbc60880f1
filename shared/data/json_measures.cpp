#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/files.h"
#include "data/column_roles.h"
#include "data/json_table.h"
#include "data/known_names.h"
#include "data/measure_files.h"
#include "data/measure_names.h"
#include "data/table.h"

namespace dsne::data {
namespace {

constexpr double missing_measure = std::numeric_limits<double>::quiet_NaN();
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 26U;

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

/// Whether the numbers of a measure's list are different quantities.
bool is_each_another(const std::string& name) {
  const auto known = known_measure(name);
  return known && known->meaning->list == "each";
}

void add(Measures& measures, const std::string& name, const std::optional<double>& number,
         const Source& source) {
  if (!number) return;
  if (std::abs(*number) > largest_value) {
    source.refuse(": measure " + std::to_string(measures.names.size() + 1) +
                  " is infinite or too large");
  }
  measures.names.push_back(name);
  measures.values.push_back(*number);
}

/// Leaves out the measures of other names.
void keep_those(Measures& measures, bool (*is_one)(const std::string& name), const char* why_not) {
  Measures kept = measures;
  kept.names.clear();
  kept.values.clear();
  for (std::size_t i = 0; i < measures.names.size(); ++i) {
    if (is_one(measures.names[i])) {
      kept.names.push_back(measures.names[i]);
      kept.values.push_back(measures.values[i]);
    } else {
      kept.left_out.push_back({measures.names[i], why_not});
    }
  }
  measures = std::move(kept);
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

/// Refuses JSON of which the numbers are no scan's measures: BIDS' beside each scan, which says how
/// it was made, and eddy SQUAD's of a group.
void refuse_others(const Json& scan, const Measures& measures, const Source& source) {
  if (has_quality_measures(measures.names)) return;
  if (scan.contains("data_no_subjects") || scan.contains("qc_motion")) {
    source.refuse(
        "is eddy SQUAD's file of a group (group_db.json), which names no subject: "
        "bring a list that names each subject's qc.json, by eddy QUAD");
  }
  for (const char* name : {"EchoTime", "RepetitionTime", "MagneticFieldStrength"}) {
    if (!scan.contains(name)) continue;
    source.refuse(
        "is a BIDS sidecar, which says how a scan was made: bring MRIQC's JSON of "
        "the scan");
  }
}

}  // namespace

Json read_json_object(const boost::filesystem::path& file, const Source& source) {
  boost::system::error_code error;
  const std::uintmax_t size = boost::filesystem::file_size(file, error);
  if (error || size > largest_file) {
    source.refuse("is JSON, and too large for one scan's measures");
  }
  auto json = parse_python_json(read_file(file, source.name));
  if (!json || !json->is_object()) {
    source.refuse("is no JSON object of one scan's measures, as MRIQC writes it");
  }
  return *std::move(json);
}

void keep_quality_measures(Measures& measures) {
  if (!has_quality_measures(measures.names)) return;
  keep_those(measures, is_quality_measure, "not a quality measure");
}

void leave_out_background(Measures& measures) {
  const auto may_be_one = [](const std::string& name) {
    return column_role(name) != ColumnRole::background;
  };
  keep_those(measures, may_be_one, "background, no measure");
}

Measures read_json_measures(const boost::filesystem::path& file, const Source& source) {
  const Json scan = read_json_object(file, source);
  Measures measures;
  measures.modality = modality_of(scan);
  for (const auto& [name, value] : scan.items()) {
    const bool is_unknown_list = value.is_array() && value.size() > 1 && !is_known_measure(name);
    if (value.is_array() && is_each_another(name)) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        add(measures, name + "_" + std::to_string(i + 1), measured_value(value[i]), source);
      }
    } else if (is_unknown_list && measured_value(value)) {
      measures.left_out.push_back({name, holds_lists});
    } else {
      add(measures, canonical_measure_name(name), measured_value(value), source);
    }
  }
  refuse_others(scan, measures, source);
  leave_out_background(measures);
  keep_quality_measures(measures);
  if (measures.names.empty()) source.refuse("has no measure");
  return measures;
}

}  // namespace dsne::data
