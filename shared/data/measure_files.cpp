#include "data/measure_files.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/errors.h"
#include "data/cell.h"
#include "data/duplicates.h"
#include "data/file_kind.h"
#include "data/json_measures.h"
#include "data/measure_names.h"
#include "data/number_style.h"
#include "data/record_reader.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// A line of a subject's file: a measure, and its value as it is written.
struct Line {
  std::string name;
  std::string value;
  std::size_t row;
};

double value_of(const Line& line, const NumberStyle& style, const std::string& input) {
  const Cell cell = read_cell(line.value, style);
  if (cell.kind == CellKind::missing) return std::numeric_limits<double>::quiet_NaN();
  if (cell.kind == CellKind::text) throw cell_error(input, line.row, 2, "not a number");
  return checked_value(cell.number, input, line.row, 2);
}

void check_line(const RecordReader& line, const std::string& input) {
  if (line.size() != 2) {
    throw InputError(input + " row " + std::to_string(line.row()) + " has " +
                     std::to_string(line.size()) +
                     " instead of 2 columns, a measure and its value");
  }
  if (line[0].empty()) throw cell_error(input, line.row(), 1, "the measure has no name");
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

std::vector<Line> read_lines(const boost::filesystem::path& file, const std::string& input) {
  const TextInput text = open_text(file, input);
  RecordReader reader(*text, find_delimiter(*text, RecordReader::blanks, input), input);
  std::vector<Line> lines;
  bool first = true;
  while (reader.next_filled()) {
    check_line(reader, input);
    const bool header = first && is_header(reader);
    first = false;
    if (header) continue;
    lines.push_back({canonical_measure_name(checked_text(reader[0], input, reader.row(), 1)),
                     std::string(reader[1]), reader.row()});
  }
  return lines;
}

Measures read_measures(const boost::filesystem::path& file, const std::string& input) {
  if (is_json_file(file)) return read_json_measures(file, input);
  const std::vector<Line> lines = read_lines(file, input);
  StyleEvidence evidence(2);
  for (const Line& line : lines) evidence.add(line.value, line.row, 1);
  const NumberStyle style = evidence.decide(input);
  Measures measures;
  for (const Line& line : lines) {
    measures.names.push_back(line.name);
    measures.values.push_back(value_of(line, style, input));
  }
  if (measures.names.empty()) throw InputError(input + " has no measure");
  if (find_duplicate(measures.names)) throw InputError(input + " has a measure twice");
  return measures;
}

void add_modality(Reading& reading, const std::string& modality, const std::string& input) {
  if (modality.empty() || reading.modality == modality) return;
  if (!reading.modality.empty()) {
    throw InputError(input + " is of another kind of scan (" + modality +
                     ") than the first file (" + reading.modality +
                     "): bring a list for each kind");
  }
  reading.modality = modality;
}

/// Adds each name once.
void add_left_out(Reading& reading, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool told = std::any_of(reading.left_out.begin(), reading.left_out.end(),
                                  [&](const LeftOut& left_out) { return left_out.name == name; });
    if (!told) reading.left_out.push_back({name, "not a quality measure"});
  }
}

}  // namespace

Table read_measure_files(const FileList& list) {
  Table table = table_of(list);
  std::map<std::string, Index> columns;
  std::vector<std::vector<std::pair<Index, double>>> rows;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    const Measures measures = read_measures(list.files[i], list.names[i]);
    add_modality(table.reading, measures.modality, list.names[i]);
    add_left_out(table.reading, measures.left_out);
    rows.emplace_back();
    for (std::size_t m = 0; m < measures.names.size(); ++m) {
      const auto [column, added] = columns.try_emplace(measures.names[m], std::ssize(columns));
      if (added) table.features.push_back(measures.names[m]);
      rows.back().emplace_back(column->second, measures.values[m]);
    }
  }
  table.values.setConstant(std::ssize(rows), std::ssize(columns),
                           std::numeric_limits<double>::quiet_NaN());
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (const auto& [column, value] : rows[static_cast<std::size_t>(row)]) {
      table.values(row, column) = value;
    }
  }
  for (std::size_t c = 1; c <= table.features.size(); ++c) table.columns.push_back(c);
  return table;
}

}  // namespace dsne::data
