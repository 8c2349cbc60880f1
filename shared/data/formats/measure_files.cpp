#include "data/formats/measure_files.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/files.h"
#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/duplicates.h"
#include "data/missing.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/table.h"
#include "data/text/file_kind.h"
#include "data/text/number_style.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"

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

/// Leaves out other numbers if there are quality measures (has_quality_measures).
void keep_quality_measures(Measures& measures) {
  if (!has_quality_measures(measures.names)) return;
  keep_those(measures, is_quality_measure, "not a quality measure");
}

/// Leaves out numbers whose names say that they are none of measures (ages, counts of volumes).
void leave_out_background(Measures& measures) {
  const auto may_be_one = [](const std::string& name) {
    return column_role(name) != ColumnRole::background;
  };
  keep_those(measures, may_be_one, "background, no measure");
}

/// Reads MRIQC's JSON of a scan: the members that are numbers, or only the quality measures if
/// there are some (has_quality_measures). A list of numbers is what names.txt says: the
/// mean of MRIQC's several echoes, or each another measure; others are left out. null
/// and NaN a missing value. Ignores the rest (bids_meta, provenance).
/// @throws InputError when it is not a JSON object, has no measure, or a value is infinite or
///   beyond largest_value
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

using Eigen::Index;

/// A line of a subject's file: a measure, and its value as it is written.
struct Line {
  std::string name;
  std::string value;
  std::size_t row;
};

double value_of(const Line& line, const NumberStyle& style, const Source& source) {
  const Cell cell = read_cell(line.value, style);
  if (cell.kind == CellKind::missing) return std::numeric_limits<double>::quiet_NaN();
  if (cell.kind == CellKind::text) source.refuse(line.row, 2, "not a number");
  return checked_value(cell.number, source, line.row, 2);
}

void check_line(const RecordReader& line, const Source& source) {
  if (line.size() != 2) {
    source.refuse("row " + std::to_string(line.row()) + " has " + std::to_string(line.size()) +
                  " instead of 2 columns, a measure and its value");
  }
  if (line[0].empty()) source.refuse(line.row(), 1, "the measure has no name");
}

/// Whether the first line names its columns. asegstats2table ("Measure:volume") and
/// aparcstats2table ("lh.aparc.thickness") head the values with the subject's id, which may be a
/// number.
bool is_header(const RecordReader& line) {
  const auto begins = [&](const char* prefix) { return line[0].starts_with(prefix); };
  return begins("Measure:") || begins("lh.") || begins("rh.") ||
         (read_cell(line[1], NumberStyle{true}).kind == CellKind::text &&
          read_cell(line[1], NumberStyle{false}).kind == CellKind::text);
}

std::vector<Line> measure_lines(const TextInput& text, const Source& source) {
  RecordReader reader(*text, find_delimiter(text, RecordReader::blanks, source), source);
  std::vector<Line> lines;
  bool first = true;
  while (reader.next_filled()) {
    check_line(reader, source);
    const bool header = first && is_header(reader);
    first = false;
    if (header) continue;
    lines.push_back({canonical_measure_name(checked_text(reader[0], source, reader.row(), 1)),
                     std::string(reader[1]), reader.row()});
  }
  return lines;
}

Measures measures_of_one(const TextInput& text, const Source& source) {
  TableFormat format;
  format.header = Header::present;
  format.features_later = true;
  Table table = read_text_table(text, source, format);
  const auto values = table.values.row(0);
  Measures measures{std::move(table.features),
                    {values.begin(), values.end()},
                    std::move(table.reading.modality),
                    table.persons.empty() ? "" : table.persons.front(),
                    std::move(table.reading.left_out)};
  keep_quality_measures(measures);
  return measures;
}

Measures read_measures(const boost::filesystem::path& file, const Source& source) {
  if (is_json_file(file)) return read_json_measures(file, source);
  const TextInput text = open_text(file, source);
  if (is_table_of_one(text, source)) return measures_of_one(text, source);
  const std::vector<Line> lines = measure_lines(text, source);
  StyleEvidence evidence(2);
  for (const Line& line : lines) evidence.add(line.value, line.row, 1);
  const NumberStyle style = evidence.decide(source);
  Measures measures;
  for (const Line& line : lines) {
    measures.names.push_back(line.name);
    measures.values.push_back(value_of(line, style, source));
  }
  leave_out_background(measures);
  if (measures.names.empty()) source.refuse("has no measure");
  if (find_duplicate(measures.names)) source.refuse("has a measure twice");
  return measures;
}

void add_modality(Reading& reading, const std::string& modality, const Source& source) {
  if (modality.empty() || reading.modality == modality) return;
  if (!reading.modality.empty()) {
    source.refuse("is of another kind of scan (" + modality + ") than the first file (" +
                  reading.modality + "): bring a list for each kind");
  }
  reading.modality = modality;
}

/// Tells what is no measure in any file, each name once.
/// @throws InputError when text in a file is a number in another
void tell_left_out(Table& table, const std::vector<Measures>& scans, const FileList& list) {
  const std::set<std::string> measures(table.features.begin(), table.features.end());
  std::set<std::string> told = measures;
  for (std::size_t i = 0; i < scans.size(); ++i) {
    for (const LeftOut& column : scans[i].left_out) {
      if (column.content == LeftOutContent::text && measures.contains(column.name)) {
        throw InputError(list.names[i] + " has text where another file has a number");
      }
      if (told.insert(column.name).second) table.reading.left_out.push_back(column);
    }
  }
}

/// Takes the persons that all files name, if the list names none.
void take_persons(Table& table, const std::vector<Measures>& scans) {
  if (!table.persons.empty() || std::ranges::count(scans, "", &Measures::person) > 0) return;
  for (const Measures& scan : scans) table.persons.push_back(scan.person);
}

}  // namespace

bool is_table_of_one(const TextInput& text, const Source& source) {
  constexpr std::size_t pair = 2;
  const auto rows =
      first_rows({*text, find_delimiter(text, RecordReader::blanks, source), source}, 3);
  if (rows.size() != 2) return false;
  const std::vector<std::string>& names = rows[0].cells;
  const std::vector<std::string>& values = rows[1].cells;
  if (names.size() != values.size() || names.size() < pair) return false;
  const auto is_number = [](const std::string& cell) { return kind_of(cell) == CellKind::number; };
  const bool heads_ids =
      column_role(names.front()) == ColumnRole::scan || person_certainty(names.front()) > 1;
  return std::ranges::none_of(names, is_number) && std::ranges::any_of(values, is_number) &&
         (names.size() > pair || heads_ids);
}

Table read_measure_files(const FileList& list) {
  Table table = list.subjects;
  std::map<std::string, Index> columns;
  std::vector<Measures> scans;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    const Measures& scan = scans.emplace_back(read_measures(list.files[i], list.names[i]));
    add_modality(table.reading, scan.modality, list.names[i]);
    for (const std::string& name : scan.names) {
      if (columns.try_emplace(name, std::ssize(columns)).second) table.features.push_back(name);
    }
  }
  table.values.setConstant(std::ssize(scans), std::ssize(columns),
                           std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < scans.size(); ++i) {
    for (std::size_t m = 0; m < scans[i].names.size(); ++m) {
      table.values(static_cast<Index>(i), columns.at(scans[i].names[m])) = scans[i].values[m];
    }
  }
  for (std::size_t c = 1; c <= table.features.size(); ++c) table.columns.push_back(c);
  drop_impossible_values(table);
  for (const ImpossibleValues& values : table.reading.impossible) {
    table.reading.notes.push_back(impossible_note(values));
  }
  tell_left_out(table, scans, list);
  take_persons(table, scans);
  return table;
}

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

}  // namespace dsne::data
