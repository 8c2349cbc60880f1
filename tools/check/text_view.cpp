#include "tools/check/text_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.h"
#include "data/cell.h"
#include "data/columns.h"
#include "data/file_list.h"
#include "data/header.h"
#include "data/input_file.h"
#include "data/npy.h"
#include "data/text_layout.h"
#include "data/text_table.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using data::RecordReader;
using data::TextInput;
using data::TextLayout;
using Path = boost::filesystem::path;

const char* const input = "the table";

std::string delimiter_name(char delimiter) {
  switch (delimiter) {
    case '\t':
      return "tab";
    case ';':
      return "semicolon";
    case ',':
      return "comma";
    case RecordReader::blanks:
      return "blanks";
    default:
      return std::string("\"") + delimiter + '"';
  }
}

char delimiter_of(const TextInput& text) {
  return text.delimiter != 0 ? text.delimiter
                             : data::find_delimiter(*text, RecordReader::blanks, input);
}

std::string column_name(const TextLayout& layout, std::size_t column) {
  const bool named = layout.header && !layout.names[column].empty();
  return named ? shown_text(layout.names[column]) : "column " + std::to_string(column + 1);
}

void view_columns(const TextLayout& layout, const data::TableFormat& format, TextView& view) {
  try {
    const data::Columns columns = data::choose_columns(layout, format, input);
    for (const std::size_t id : columns.ids) view.id_columns.push_back(column_name(layout, id));
    if (columns.label) view.label_column = column_name(layout, *columns.label);
  } catch (const InputError&) {
    // The reader says what is wrong with the columns.
  }
}

void view_layout(const TextInput& text, const data::TableFormat& format, TextView& view) {
  const TextLayout layout = data::find_layout(text, format.header, input);
  view.decimal_comma = layout.style.decimal_comma;
  view.header = layout.header;
  view.first_row = layout.first_row;
  view.last_row = layout.last_row;
  view.columns = layout.columns();
  view_columns(layout, format, view);
}

/// The first row that is not blank, for a table that could not be read.
std::string first_cells(const TextInput& text, char delimiter) {
  constexpr std::size_t shown = 5;
  RecordReader reader(*text, delimiter, input);
  if (!reader.next_filled()) return "";
  std::vector<std::string> cells;
  for (std::size_t c = 0; c < reader.size(); ++c) {
    cells.push_back(shown_text(std::string(reader[c]), 20));
  }
  const std::size_t all = cells.size();
  cells.resize(std::min(all, shown));
  return listed(cells) + (all > shown ? ", …" : "");
}

/// The first rows, as the reader takes them to find the header.
std::vector<data::NumberedRow> head_of(const TextInput& text, char delimiter) {
  constexpr std::size_t rows_of_head = 24;
  std::vector<data::NumberedRow> rows;
  RecordReader reader(*text, delimiter, input);
  while (rows.size() < rows_of_head && reader.next_filled()) {
    if (data::is_empty(reader)) continue;
    rows.push_back({reader.row(), {}});
    for (std::size_t c = 0; c < reader.size(); ++c) rows.back().cells.emplace_back(reader[c]);
  }
  return rows;
}

bool fits(const RecordReader& row, std::size_t columns) {
  for (std::size_t c = columns; c < row.size(); ++c) {
    if (!row[c].empty()) return false;
  }
  return row.size() >= columns;
}

constexpr std::size_t most_rows = 100;

void note_row(std::vector<std::size_t>& rows, std::size_t& count, std::size_t row) {
  ++count;
  if (rows.size() < most_rows) rows.push_back(row);
}

/// Rows that are wider or narrower than the header.
Problems ragged_rows(const TextInput& text, data::Header header, const std::string& name) {
  const char delimiter = delimiter_of(text);
  const auto head_rows = head_of(text, delimiter);
  if (head_rows.empty()) return {};
  const data::HeaderRows head = data::find_header(head_rows, header);
  Problem problem{Gravity::mend, "ragged_rows", "", ""};
  std::size_t count = 0;
  RecordReader reader(*text, delimiter, input);
  while (reader.next()) {
    if (reader.row() < head.first_row || (head.columns > 1 && data::is_empty(reader))) continue;
    if (!fits(reader, head.columns)) note_row(problem.rows, count, reader.row());
  }
  if (count == 0) return {};
  problem.text = name + ": " + counted(count, "row has", "rows have") +
                 " more or fewer cells than " + std::to_string(head.columns) +
                 ", which the table has: " + (count == 1 ? "row " : "rows ") +
                 listed(problem.rows) + ".";
  problem.remedy =
      "Look for a " + delimiter_name(delimiter) + " inside a text, or for cells that were lost.";
  return {problem};
}

/// Ids that occur in several rows.
Problems repeated_ids(const data::Table& table, const std::string& name) {
  std::map<std::string, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < table.ids.size(); ++i) rows[table.ids[i]].push_back(table.rows[i]);
  Problem problem{Gravity::mend, "repeated_ids", "", ""};
  std::vector<std::string> ids;
  std::size_t count = 0;
  for (const auto& [id, of_id] : rows) {
    if (of_id.size() < 2) continue;
    ids.push_back(shown_text(id) + " (rows " + listed(of_id, 4) + ")");
    for (const std::size_t row : of_id) note_row(problem.rows, count, row);
  }
  if (ids.empty()) return {};
  problem.text = name + ": " + counted(ids.size(), "id stands", "ids stand") +
                 " in more than one row: " + listed(ids, 4) + ".";
  problem.remedy =
      "Bring one row for each scan, or add the column that tells the rows apart "
      "(session, run) and name an id for each scan (id_column).";
  return {problem};
}

/// Numbers that are infinite or too large to be a measurement.
Problems unbounded_cells(const TextInput& text, const data::TableFormat& format,
                         const std::string& name) {
  const TextLayout layout = data::find_layout(text, format.header, input);
  const data::Columns columns = data::choose_columns(layout, format, input);
  Problems problems;
  std::map<std::size_t, Problem> by_column;
  std::map<std::size_t, std::size_t> counts;
  RecordReader reader(*text, layout.delimiter, input);
  while (reader.row() < layout.last_row && reader.next()) {
    if (reader.row() < layout.first_row || !fits(reader, layout.columns())) continue;
    for (const std::size_t c : columns.features) {
      const data::Cell cell = data::read_cell(reader[c], layout.style);
      if (cell.kind != data::CellKind::number || std::abs(cell.number) <= data::largest_value) {
        continue;
      }
      note_row(by_column[c].rows, counts[c], reader.row());
    }
  }
  for (auto& [c, problem] : by_column) {
    problem.gravity = Gravity::mend;
    problem.kind = "infinite";
    problem.column = c + 1;
    problem.measures = {column_name(layout, c)};
    problem.text = name + ": column " + std::to_string(c + 1) + " (" + problem.measures.front() +
                   ") is infinite in " + (counts[c] == 1 ? "row " : "rows ") +
                   listed(problem.rows) + ".";
    problem.remedy = "Leave the cell empty where there is no value.";
    problems.push_back(problem);
  }
  return problems;
}

}  // namespace

std::optional<TextView> view_text(const Path& file, const data::TableFormat& format) {
  TextView view;
  if (data::is_image_name(file.filename().string())) return std::nullopt;
  try {
    auto bytes = data::open_input(file, input);
    if (data::is_npy(bytes)) return std::nullopt;
    const TextInput text = data::open_text(file, input);
    for (const std::string& note : text.notes) {
      view.packed |= note.find("gzip") != std::string::npos;
      if (note.find("UTF-16") != std::string::npos) view.encoding = "UTF-16";
      if (note.find("Windows-1252") != std::string::npos) view.encoding = "Windows-1252";
    }
    const char delimiter = delimiter_of(text);
    view.delimiter = delimiter_name(delimiter);
    view.corner = first_cells(text, delimiter);
    view_layout(text, format, view);
  } catch (const InputError&) {
    if (view.delimiter.empty()) return std::nullopt;
  }
  return view;
}

Problems faults_of_text(const Path& file, const data::TableFormat& format,
                        const std::string& name) {
  try {
    const TextInput text = data::open_text(file, input);
    Problems problems = ragged_rows(text, format.header, name);
    if (!problems.empty()) return problems;
    problems = unbounded_cells(text, format, name);
    if (!problems.empty()) return problems;
    return repeated_ids(data::read_text_table(text, input, format), name);
  } catch (const InputError&) {
    return {};
  }
}

std::vector<std::vector<TextCell>> text_cells(const Path& file, const data::TableFormat& format,
                                              const std::vector<std::size_t>& columns) {
  const TextInput text = data::open_text(file, input);
  const TextLayout layout = data::find_layout(text, format.header, input);
  std::vector<std::vector<TextCell>> cells(columns.size());
  RecordReader reader(*text, layout.delimiter, input);
  while (reader.row() < layout.last_row && reader.next()) {
    if (reader.row() < layout.first_row) continue;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] > reader.size()) continue;
      const std::string_view cell = reader[columns[i] - 1];
      if (data::read_cell(cell, layout.style).kind != data::CellKind::text) continue;
      cells[i].push_back({reader.row(), std::string(cell)});
    }
  }
  return cells;
}

}  // namespace dsne::tools::checking
