#include "summary/summary.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>

#include "core/errors.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/table.h"
#include "data/text/record_reader.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr std::string_view spread_row = "spread";
constexpr std::string_view slope_rows = "slope ";
constexpr std::string_view site_row = "site ";
constexpr std::string_view covariate_columns = "covariate:";

Names header_of(const Summary& summary) {
  Names names = {"row", "subjects"};
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
    Source(input).refuse(reader.row(), column + 1, "not a finite number");
  }
  return data::checked_value(cell.number, input, reader.row(), column + 1);
}

/// Reads the names of the columns. @return whether the last one is the share of excluded scans
bool read_header(const data::RecordReader& reader, Summary& summary, const std::string& input) {
  if (reader.size() < 3 || reader[0] != "row" || reader[1] != "subjects") {
    throw InputError(input +
                     ": the columns are not row, subjects and measures: bring "
                     "summary.csv as dsne summarize made it");
  }
  const bool excluded = reader[reader.size() - 1] == "excluded";
  std::size_t end = reader.size() - (excluded ? 1 : 0);
  Names& covariates = summary.covariates.names;
  while (end > 2 && reader[end - 1].starts_with(covariate_columns)) {
    if (covariates.size() == most_covariates) throw InputError(input + " has too many covariates");
    covariates.emplace(covariates.begin(), reader[--end].substr(covariate_columns.size()));
  }
  for (std::size_t c = 2; c < end; ++c) summary.measures.emplace_back(reader[c]);
  check_measures(summary.measures, input);
  return excluded;
}

bool next_whole(data::RecordReader& reader, std::size_t columns, const std::string& input) {
  if (!reader.next()) return false;
  if (reader.size() != columns) {
    throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                     std::to_string(reader.size()) + " instead of " + std::to_string(columns) +
                     " columns");
  }
  return true;
}

void require_empty(const data::RecordReader& reader, std::size_t first, std::size_t end,
                   const std::string& input) {
  for (std::size_t c = first; c < end; ++c) {
    if (reader[c].empty()) continue;
    Source(input).refuse(reader.row(), c + 1, "not empty below the summary's rows");
  }
}

/// Reads the summary's rows and `spread` below them, as rows_with_spread has them.
Matrix read_rows(data::RecordReader& reader, std::size_t columns, bool excluded,
                 const std::string& input) {
  std::vector<double> values;
  Index rows = 0;
  for (bool ended = false; !ended;) {
    if (!next_whole(reader, columns, input)) throw InputError(input + " has no row spread");
    ended = reader[0] == spread_row;
    if (!ended && reader[0] != std::to_string(++rows)) {
      Source(input).refuse(reader.row(), 1, "not the row's number");
    }
    if (rows > most_rows) throw InputError(input + " has too many rows");
    for (std::size_t c = 1; c < columns; ++c) {
      const bool is_empty = ended && (c == 1 || (excluded && c == columns - 1));
      if (is_empty) require_empty(reader, c, c + 1, input);
      values.push_back(is_empty ? 0 : finite_number(reader, c, input));
    }
  }
  return Eigen::Map<const Matrix>(values.data(), rows + 1, static_cast<Index>(columns) - 1);
}

/// Reads the slopes of the covariates.
void read_slopes(data::RecordReader& reader, std::size_t columns, const std::string& input,
                 Summary& summary) {
  const std::size_t measures = summary.measures.size();
  Covariates& covariates = summary.covariates;
  covariates.slopes.resize(std::ssize(covariates.names), static_cast<Index>(measures));
  for (std::size_t i = 0; i < covariates.names.size(); ++i) {
    if (!next_whole(reader, columns, input)) {
      throw InputError(input + " lacks the slope of a covariate");
    }
    if (reader[0] != std::string(slope_rows) + covariates.names[i]) {
      Source(input).refuse(reader.row(), 1, "not the slope of the next covariate");
    }
    require_empty(reader, 1, 2, input);
    require_empty(reader, 2 + measures, columns, input);
    for (std::size_t c = 0; c < measures; ++c) {
      covariates.slopes(static_cast<Index>(i), static_cast<Index>(c)) =
          finite_number(reader, 2 + c, input);
    }
  }
}

/// Reads the site's name, which is the last line, if it is there.
void read_site(data::RecordReader& reader, std::size_t columns, const std::string& input,
               Summary& summary) {
  if (!next_whole(reader, columns, input)) return;
  const InputError longer(input + " goes on behind its last line");
  if (!reader[0].starts_with(site_row)) throw longer;
  summary.site = reader[0].substr(site_row.size());
  if (!is_site_name(summary.site)) Source(input).refuse(reader.row(), 1, "not a site's name");
  require_empty(reader, 1, columns, input);
  if (next_whole(reader, columns, input)) throw longer;
}

}  // namespace

Matrix rows_with_spread(const Summary& summary) {
  const Covariates& covariates = summary.covariates;
  const Index rows = summary.means.rows();
  const Index measures = summary.means.cols();
  const Index count = std::ssize(covariates.names);
  Matrix all = Matrix::Zero(rows + 1, 1 + measures + count + (summary.excluded ? 1 : 0));
  all.col(0).head(rows) = summary.subjects;
  all.block(0, 1, rows, measures) = summary.means;
  all.block(rows, 1, 1, measures) = summary.spread;
  if (count > 0) {
    all.block(0, 1 + measures, rows, count) = covariates.means;
    all.block(rows, 1 + measures, 1, count) = covariates.spread;
  }
  if (summary.excluded) all.rightCols(1).topRows(rows) = *summary.excluded;
  return all;
}

void take_rows(Summary& summary, const Matrix& all, bool excluded) {
  const Index rows = all.rows() - 1;
  const Index measures = std::ssize(summary.measures);
  const Index count = std::ssize(summary.covariates.names);
  summary.subjects = all.col(0).head(rows);
  summary.means = all.block(0, 1, rows, measures);
  summary.spread = all.block(rows, 1, 1, measures);
  summary.covariates.means = all.block(0, 1 + measures, rows, count);
  summary.covariates.spread = all.block(rows, 1 + measures, 1, count);
  if (excluded) summary.excluded = all.rightCols(1).topRows(rows);
}

std::string summary_csv(const Summary& summary) {
  const Names& covariates = summary.covariates.names;
  const Matrix all = rows_with_spread(summary);
  const Index rows = all.rows() - 1;
  std::string text = data::csv_line(header_of(summary)) + '\n';
  for (Index row = 0; row < rows; ++row) {
    text += std::to_string(row + 1);
    append_numbers(text, all.row(row));
    text += '\n';
  }
  const std::string ending = summary.excluded ? ",\n" : "\n";
  text += std::string(spread_row) + ',';
  append_numbers(text, all.row(rows).segment(1, summary.means.cols() + std::ssize(covariates)));
  text += ending;
  for (std::size_t i = 0; i < covariates.size(); ++i) {
    text += data::csv_line({std::string(slope_rows) + covariates[i]}) + ',';
    append_numbers(text, summary.covariates.slopes.row(static_cast<Index>(i)));
    text += std::string(covariates.size(), ',') + ending;
  }
  if (!summary.site.empty()) {
    const std::size_t commas = header_of(summary).size() - 1;
    text += std::string(site_row) + summary.site + std::string(commas, ',') + '\n';
  }
  return text;
}

Summary parse_summary_csv(const std::string& text, const std::string& input) {
  if (text.empty()) throw InputError(input + " is empty");
  if (text.back() != '\n') throw InputError(input + " is not whole");
  std::istringstream stream(text);
  data::RecordReader reader(stream, ',', input);
  reader.next();
  Summary summary;
  const bool excluded = read_header(reader, summary, input);
  const std::size_t columns = reader.size();
  take_rows(summary, read_rows(reader, columns, excluded, input), excluded);
  read_slopes(reader, columns, input, summary);
  read_site(reader, columns, input, summary);
  check_summary(summary, input);
  return summary;
}

}  // namespace dsne::summary
