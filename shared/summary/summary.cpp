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

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr std::string_view spread_row = "spread";
constexpr std::string_view slope_rows = "slope ";
constexpr std::string_view covariate_columns = "covariate:";

std::vector<std::string> header_of(const Summary& summary) {
  std::vector<std::string> names = {"row", "subjects"};
  names.insert(names.end(), summary.measures.begin(), summary.measures.end());
  for (const std::string& name : summary.covariates.names) {
    names.push_back(std::string(covariate_columns) + name);
  }
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
  std::size_t covariates;
  bool excluded;

  std::size_t first_covariate() const { return 2 + measures; }
  std::size_t end() const { return first_covariate() + covariates; }
};

Columns read_header(const data::RecordReader& reader, Summary& summary, const std::string& input) {
  if (reader.size() < 3 || reader[0] != "row" || reader[1] != "subjects") {
    throw InputError(input + ": the columns are not row, subjects and measures");
  }
  const bool excluded = reader[reader.size() - 1] == "excluded";
  std::size_t end = reader.size() - (excluded ? 1 : 0);
  std::vector<std::string>& covariates = summary.covariates.names;
  while (end > 2 && reader[end - 1].starts_with(covariate_columns)) {
    if (covariates.size() == most_covariates) throw InputError(input + " has too many covariates");
    covariates.emplace(covariates.begin(), reader[--end].substr(covariate_columns.size()));
  }
  for (std::size_t c = 2; c < end; ++c) summary.measures.emplace_back(reader[c]);
  check_measures(summary.measures, input);
  return {reader.size(), summary.measures.size(), covariates.size(), excluded};
}

/// Appends the measures and covariates of a line.
void add_values(const data::RecordReader& reader, const Columns& columns, const std::string& input,
                std::vector<double>& values) {
  for (std::size_t c = 2; c < columns.end(); ++c) values.push_back(finite_number(reader, c, input));
}

Matrix rows_of(const std::vector<double>& values, const Columns& columns) {
  const auto width = static_cast<Index>(columns.end()) - 2;
  return Eigen::Map<const Matrix>(values.data(), std::ssize(values) / width, width);
}

bool next_whole(data::RecordReader& reader, const Columns& columns, const std::string& input) {
  if (!reader.next()) return false;
  if (reader.size() != columns.all) {
    throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                     std::to_string(reader.size()) + " instead of " + std::to_string(columns.all) +
                     " columns");
  }
  return true;
}

void require_empty(const data::RecordReader& reader, std::size_t first, std::size_t end,
                   const std::string& input) {
  for (std::size_t c = first; c < end; ++c) {
    if (reader[c].empty()) continue;
    throw data::cell_error(input, reader.row(), c + 1, "not empty below the summary's rows");
  }
}

/// The lines behind the summary's rows: `spread`, on which the reader stands, and the slopes.
void read_ending(data::RecordReader& reader, const Columns& columns, const std::string& input,
                 Summary& summary) {
  Covariates& covariates = summary.covariates;
  const auto measures = static_cast<Index>(columns.measures);
  std::vector<double> values;
  add_values(reader, columns, input, values);
  const Matrix spread = rows_of(values, columns);
  summary.spread = spread.leftCols(measures);
  covariates.spread = spread.rightCols(std::ssize(covariates.names));
  covariates.slopes.resize(std::ssize(covariates.names), measures);
  require_empty(reader, 1, 2, input);
  require_empty(reader, columns.end(), columns.all, input);
  std::size_t lines = 0;
  for (; next_whole(reader, columns, input); ++lines) {
    if (lines == covariates.names.size()) {
      throw InputError(input + " goes on behind its last line");
    }
    if (reader[0] != std::string(slope_rows) + covariates.names[lines]) {
      throw data::cell_error(input, reader.row(), 1, "not the slope of the next covariate");
    }
    require_empty(reader, 1, 2, input);
    require_empty(reader, columns.first_covariate(), columns.all, input);
    for (std::size_t c = 0; c < columns.measures; ++c) {
      covariates.slopes(static_cast<Index>(lines), static_cast<Index>(c)) =
          finite_number(reader, 2 + c, input);
    }
  }
  if (lines < covariates.names.size()) {
    throw InputError(input + " lacks the slope of a covariate");
  }
}

}  // namespace

std::string summary_csv(const Summary& summary) {
  const Covariates& covariates = summary.covariates;
  std::string text = data::csv_line(header_of(summary)) + '\n';
  for (Index row = 0; row < summary.means.rows(); ++row) {
    text += std::to_string(row + 1) + ',' + data::number_text(summary.subjects(row));
    append_numbers(text, summary.means.row(row));
    if (!covariates.names.empty()) append_numbers(text, covariates.means.row(row));
    if (summary.excluded) text += ',' + data::number_text((*summary.excluded)(row));
    text += '\n';
  }
  const std::string ending = summary.excluded ? ",\n" : "\n";
  text += std::string(spread_row) + ',';
  append_numbers(text, summary.spread);
  append_numbers(text, covariates.spread);
  text += ending;
  for (std::size_t i = 0; i < covariates.names.size(); ++i) {
    text += data::csv_line({std::string(slope_rows) + covariates.names[i]}) + ',';
    append_numbers(text, covariates.slopes.row(static_cast<Index>(i)));
    text += std::string(covariates.names.size(), ',') + ending;
  }
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
  const Columns columns = read_header(reader, summary, input);
  std::vector<double> values;
  std::vector<double> subjects;
  std::vector<double> excluded;
  bool ended = false;
  while (next_whole(reader, columns, input)) {
    ended = reader[0] == spread_row;
    if (ended) break;
    add_values(reader, columns, input, values);
    subjects.push_back(finite_number(reader, 1, input));
    if (reader[0] != std::to_string(subjects.size())) {
      throw data::cell_error(input, reader.row(), 1, "not the row's number");
    }
    if (columns.excluded) excluded.push_back(finite_number(reader, columns.end(), input));
    if (std::ssize(subjects) > most_rows) throw InputError(input + " has too many rows");
  }
  if (!ended) throw InputError(input + " has no row spread");
  read_ending(reader, columns, input, summary);
  const Matrix rows = rows_of(values, columns);
  summary.means = rows.leftCols(static_cast<Index>(columns.measures));
  summary.covariates.means = rows.rightCols(static_cast<Index>(columns.covariates));
  summary.subjects = Eigen::Map<const Vector>(subjects.data(), std::ssize(subjects));
  if (columns.excluded) summary.excluded = Eigen::Map<const Vector>(excluded.data(), rows.rows());
  check_summary(summary, input);
  return summary;
}

}  // namespace dsne::summary
