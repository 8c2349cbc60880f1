#include "summary/summary.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>

#include "core/errors.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/record_reader.h"
#include "data/table.h"
#include "summary/check.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr std::string_view spread_row = "spread";

std::vector<std::string> header_of(const Summary& summary) {
  std::vector<std::string> names = {"row", "subjects"};
  names.insert(names.end(), summary.measures.begin(), summary.measures.end());
  if (summary.excluded) names.emplace_back("excluded");
  return names;
}

void append_numbers(std::string& line, const RowVector& numbers) {
  for (const double number : numbers) line += ',' + data::number_text(number);
}

double finite_number(const data::RecordReader& reader, std::size_t column,
                     const std::string& input) {
  const data::Cell cell = data::read_cell(reader[column]);
  if (cell.kind != data::CellKind::number || !std::isfinite(cell.number)) {
    throw data::cell_error(input, reader.row(), column + 1, "not a finite number");
  }
  return data::checked_value(cell.number, input, reader.row(), column + 1);
}

struct Columns {
  std::size_t all;
  std::size_t measures;
  bool excluded;
};

Columns read_header(const data::RecordReader& reader, std::vector<std::string>& measures,
                    const std::string& input) {
  if (reader.size() < 3 || reader[0] != "row" || reader[1] != "subjects") {
    throw InputError(input + ": the columns are not row, subjects and measures");
  }
  const bool excluded = reader[reader.size() - 1] == "excluded";
  for (std::size_t c = 2; c < reader.size() - (excluded ? 1 : 0); ++c) {
    measures.emplace_back(reader[c]);
  }
  check_measures(measures, input);
  return {reader.size(), measures.size(), excluded};
}

void require_columns(const data::RecordReader& reader, const Columns& columns,
                     const std::string& input) {
  if (reader.size() != columns.all) {
    throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                     std::to_string(reader.size()) + " instead of " + std::to_string(columns.all) +
                     " columns");
  }
}

void require_empty(const data::RecordReader& reader, std::size_t column, const std::string& input) {
  if (!reader[column].empty()) {
    throw data::cell_error(input, reader.row(), column + 1, "not empty in the row spread");
  }
}

}  // namespace

bool is_measure_name(const std::string& name) {
  constexpr std::size_t longest = 200;
  if (name.empty() || name.size() > longest || name == "row" || name == "subjects" ||
      name == "excluded" || name.starts_with("covariate:")) {
    return false;
  }
  const bool control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
  return !control && std::string_view("=+-@").find(name.front()) == std::string_view::npos &&
         is_utf8(name);
}

std::string summary_csv(const Summary& summary) {
  std::string text = data::csv_line(header_of(summary)) + '\n';
  for (Index row = 0; row < summary.means.rows(); ++row) {
    text += std::to_string(row + 1) + ',' + data::number_text(summary.subjects(row));
    append_numbers(text, summary.means.row(row));
    if (summary.excluded) text += ',' + data::number_text((*summary.excluded)(row));
    text += '\n';
  }
  text += std::string(spread_row) + ',';
  append_numbers(text, summary.spread);
  text += summary.excluded ? ",\n" : "\n";
  return text;
}

Summary parse_summary_csv(const std::string& text, const std::string& input) {
  if (text.empty()) throw InputError(input + " is empty");
  if (text.size() > largest_summary) throw InputError(input + " is too large for a summary");
  if (text.back() != '\n') throw InputError(input + " is not whole");
  std::istringstream stream(text);
  data::RecordReader reader(stream, ',', input);
  reader.next();
  Summary summary;
  const Columns columns = read_header(reader, summary.measures, input);
  std::vector<double> numbers;
  std::vector<double> subjects;
  std::vector<double> excluded;
  bool ended = false;
  while (reader.next()) {
    require_columns(reader, columns, input);
    if (ended) throw InputError(input + " goes on behind the row spread");
    ended = reader[0] == spread_row;
    const std::size_t end = 2 + columns.measures;
    for (std::size_t c = 2; c < end; ++c) numbers.push_back(finite_number(reader, c, input));
    if (ended) {
      require_empty(reader, 1, input);
      if (columns.excluded) require_empty(reader, end, input);
      continue;
    }
    subjects.push_back(finite_number(reader, 1, input));
    if (reader[0] != std::to_string(subjects.size())) {
      throw data::cell_error(input, reader.row(), 1, "not the row's number");
    }
    if (columns.excluded) excluded.push_back(finite_number(reader, end, input));
    if (std::ssize(subjects) > most_rows) throw InputError(input + " has too many rows");
  }
  if (!ended) throw InputError(input + " has no row spread");
  const Index rows = std::ssize(subjects);
  const auto width = static_cast<Index>(columns.measures);
  const Eigen::Map<const Matrix> all(numbers.data(), rows + 1, width);
  summary.means = all.topRows(rows);
  summary.spread = all.row(rows);
  summary.subjects = Eigen::Map<const Vector>(subjects.data(), rows);
  if (columns.excluded) summary.excluded = Eigen::Map<const Vector>(excluded.data(), rows);
  check_summary(summary, input);
  return summary;
}

}  // namespace dsne::summary
