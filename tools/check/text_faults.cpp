#include <cmath>
#include <map>

#include "core/errors.h"
#include "data/cell.h"
#include "data/columns.h"
#include "tools/check/findings.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using data::RecordReader;
using data::TextInput;
using data::TextLayout;

/// Finds rows that are wider or narrower than the header.
Problems ragged_rows(const TextInput& text, data::Header header, const std::string& name) {
  const TextLayout head = data::find_header(text, header, table_name);
  Problem problem{Gravity::mend, "ragged_rows", "", ""};
  RecordReader reader(*text, head.delimiter, table_name);
  while (reader.next()) {
    if (reader.row() < head.first_row || (head.columns() > 1 && reader.empty())) continue;
    if (!reader.fits(head.columns())) problem.rows.push_back(reader.row());
  }
  const std::size_t count = problem.rows.size();
  if (count == 0) return {};
  problem.text = name + ": " + counted(count, "row has", "rows have") +
                 " more or fewer cells than " + std::to_string(head.columns()) +
                 ", which the table has: " + (count == 1 ? "row " : "rows ") +
                 listed(problem.rows) + ".";
  problem.remedy = "Look for a " + delimiter_name(head.delimiter) +
                   " inside a text, or for cells that were lost.";
  return {problem};
}

/// Returns whether a cell is a number with this decimal mark and no other.
bool has_decimals(std::string_view cell, char mark) {
  const std::size_t at = cell.find(mark);
  if (at == std::string_view::npos || at == 0 || at + 1 == cell.size()) return false;
  const std::size_t first = cell.front() == '-' ? 1 : 0;
  std::size_t digits = 0;
  for (std::size_t i = first; i < cell.size(); ++i) {
    if (i == at) continue;
    if (cell[i] < '0' || cell[i] > '9') return false;
    ++digits;
  }
  const bool may_be_thousands = cell.size() - at - 1 == 3 && cell[first] != '0';
  return digits > 1 && !may_be_thousands;
}

/// Finds numbers with the decimal mark that fewer of the file's cells have.
Problems mixed_marks(const TextInput& text, const std::string& name) {
  Problem commas{Gravity::mend, "mixed_decimal_marks", "", ""};
  Problem points = commas;
  std::size_t comma_count = 0;
  std::size_t point_count = 0;
  RecordReader reader(*text, data::find_delimiter(text, RecordReader::blanks, table_name),
                      table_name);
  while (reader.next()) {
    const auto count = [&](char mark, Problem& problem) {
      std::size_t in_row = 0;
      for (std::size_t c = 0; c < reader.size(); ++c) in_row += has_decimals(reader[c], mark);
      if (in_row > 0) problem.rows.push_back(reader.row());
      return in_row;
    };
    comma_count += count(',', commas);
    point_count += count('.', points);
  }
  if (comma_count == 0 || point_count == 0) return {};
  const bool fewer_commas = comma_count < point_count;
  Problem& problem = fewer_commas ? commas : points;
  const std::size_t count = fewer_commas ? comma_count : point_count;
  problem.text = name + ": " + counted(count, "number has", "numbers have") + " a decimal " +
                 (fewer_commas ? "comma, where the others have a point: "
                               : "point, where the others have a comma: ") +
                 (problem.rows.size() == 1 ? "row " : "rows ") + listed(problem.rows) + ".";
  problem.remedy = "Write all numbers with the same decimal mark.";
  return {problem};
}

/// Finds ids that occur in several rows.
Problems repeated_ids(const data::Table& table, const std::string& name) {
  std::map<std::string, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < table.ids.size(); ++i) rows[table.ids[i]].push_back(table.rows[i]);
  Problem problem{Gravity::mend, "repeated_ids", "", ""};
  std::vector<std::string> ids;
  for (const auto& [id, of_id] : rows) {
    if (of_id.size() < 2) continue;
    ids.push_back(shown_text(id) + " (rows " + listed(of_id, 4) + ")");
    problem.rows.insert(problem.rows.end(), of_id.begin(), of_id.end());
  }
  if (ids.empty()) return {};
  problem.text = name + ": " + counted(ids.size(), "id stands", "ids stand") +
                 " in more than one row: " + listed(ids, 4) + ".";
  problem.remedy =
      "Bring one row for each scan, or add the column that tells the rows apart "
      "(session, run) and name an id for each scan (id_column).";
  return {problem};
}

/// Finds numbers that are infinite or too large to be a measurement.
Problems unbounded_cells(const TextInput& text, const data::TableFormat& format,
                         const std::string& name) {
  const TextLayout layout = data::find_layout(text, format.header, table_name);
  const data::Columns columns = data::choose_columns(layout, format, table_name);
  Problems problems;
  std::map<std::size_t, Problem> by_column;
  RecordReader reader(*text, layout.delimiter, table_name);
  while (reader.row() < layout.last_row && reader.next()) {
    if (reader.row() < layout.first_row || !reader.fits(layout.columns())) continue;
    for (const std::size_t c : columns.features) {
      const data::Cell cell = data::read_cell(reader[c], layout.style, layout.kinds[c].unit);
      const bool is_number = cell.kind == data::CellKind::number;
      if (is_number && std::abs(cell.number) > data::largest_value) {
        by_column[c].rows.push_back(reader.row());
      }
    }
  }
  for (auto& [c, problem] : by_column) {
    problem.gravity = Gravity::mend;
    problem.kind = "infinite";
    problem.column = c + 1;
    problem.measures = {column_name(layout, c)};
    problem.text = name + ": column " + std::to_string(c + 1) + " (" + problem.measures.front() +
                   ") is infinite in " + (problem.rows.size() == 1 ? "row " : "rows ") +
                   listed(problem.rows) + ".";
    problem.remedy = "Leave the cell empty where there is no value.";
    problems.push_back(problem);
  }
  return problems;
}

bool has_layout(const TextInput& text, const data::TableFormat& format) {
  try {
    data::find_layout(text, format.header, table_name);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

Problems faults_of_text(const boost::filesystem::path& file, const data::TableFormat& format,
                        const std::string& name) {
  try {
    const TextInput text = data::open_text(file, table_name);
    Problems problems = ragged_rows(text, format.header, name);
    if (!problems.empty()) return problems;
    if (!has_layout(text, format)) return mixed_marks(text, name);
    problems = unbounded_cells(text, format, name);
    if (!problems.empty()) return problems;
    return repeated_ids(data::read_text_table(text, table_name, format), name);
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace dsne::tools::checking
