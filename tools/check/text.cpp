#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/errors.h"
#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/formats/file_list.h"
#include "data/formats/npy.h"
#include "data/text/file_kind.h"
#include "data/text/text_input.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

using data::RecordReader;
using data::TextInput;
using data::TextLayout;
using Path = boost::filesystem::path;

/// The table's name in the reader's errors, which nobody sees here.
constexpr const char* table_name = "the table";

std::string delimiter_name(char delimiter) {
  static const std::map<char, std::string> names = {
      {'\t', "tab"}, {';', "semicolon"}, {',', "comma"}, {RecordReader::blanks, "blanks"}};
  const auto name = names.find(delimiter);
  return name == names.end() ? std::string("\"") + delimiter + '"' : name->second;
}

std::string column_name(const TextLayout& layout, std::size_t column) {
  return shown_text(data::shown_name(layout, column));
}

void view_columns(const data::TableFormat& format, TextView& view) {
  try {
    const data::Columns columns = data::choose_columns(view.layout, format, table_name);
    for (const std::size_t id : columns.ids) {
      view.id_columns.push_back(column_name(view.layout, id));
    }
    if (columns.label) view.label_column = column_name(view.layout, *columns.label);
  } catch (const InputError&) {
    // The reader reports what is wrong with the columns.
  }
}

/// Returns the first row that is not blank, for a table that could not be read.
std::string first_cells(const TextInput& text, char delimiter) {
  constexpr std::size_t shown = 5;
  RecordReader reader(*text, delimiter, table_name);
  if (!reader.next_filled()) return "";
  Names cells = reader.cells();
  for (std::string& cell : cells) cell = shown_text(cell, 20);
  cells.resize(std::min(cells.size(), shown));
  return listed(cells) + (reader.size() > shown ? ", …" : "");
}

/// Finds rows that are wider or narrower than the header.
Problems ragged_rows(const TextInput& text, data::Header header, const std::string& name) {
  const TextLayout head = data::find_header(text, header, table_name);
  Rows rows;
  bool by_commas = head.delimiter == ',' && head.columns() > 2;
  RecordReader reader(*text, head.delimiter, table_name);
  while (reader.next()) {
    if (reader.row() < head.first_row || (head.columns() > 1 && reader.empty())) continue;
    if (reader.fits(head.columns())) continue;
    rows.push_back(reader.row());
    by_commas = by_commas && reader.size() + 1 == 2 * head.columns();
  }
  if (rows.empty()) return {};
  return {
      {Gravity::mend, "ragged_rows",
       name + ": " + counted(rows.size(), "row has", "rows have") + " more or fewer cells than " +
           std::to_string(head.columns()) + ", which the table has: " + rows_text(rows) + ".",
       by_commas
           ? "Numbers with decimal commas need another delimiter: export the table with "
             "semicolons."
           : (head.delimiter == RecordReader::blanks ? "Look for " : "Look for a ") +
                 delimiter_name(head.delimiter) + " inside a text, or for cells that were lost.",
       rows}};
}

/// Returns whether a cell is a number with this decimal mark and no other.
bool has_decimals(std::string_view cell, char mark) {
  const std::size_t at = cell.find(mark);
  if (at == std::string_view::npos || at == 0 || at + 1 == cell.size()) return false;
  const std::size_t first = cell.front() == '-' ? 1 : 0;
  std::string digits(cell.substr(first));
  digits.erase(at - first, 1);
  const bool may_be_thousands = cell.size() - at - 1 == 3 && cell[first] != '0';
  return digits.size() > 1 && digits.find_first_not_of("0123456789") == std::string::npos &&
         !may_be_thousands;
}

/// Finds numbers with the decimal mark that fewer of the file's cells have.
Problems mixed_marks(const TextInput& text, const std::string& name) {
  constexpr std::array<char, 2> marks = {',', '.'};
  std::array<std::size_t, 2> counts{};
  std::array<Rows, 2> rows;
  RecordReader reader(*text, data::find_delimiter(text, RecordReader::blanks, table_name),
                      table_name);
  while (reader.next()) {
    for (std::size_t m = 0; m < marks.size(); ++m) {
      std::size_t in_row = 0;
      for (std::size_t c = 0; c < reader.size(); ++c)
        in_row += has_decimals(reader[c], marks.at(m));
      counts.at(m) += in_row;
      if (in_row > 0) rows.at(m).push_back(reader.row());
    }
  }
  if (counts[0] == 0 || counts[1] == 0) return {};
  const bool fewer_commas = counts[0] < counts[1];
  const Rows& found = fewer_commas ? rows[0] : rows[1];
  return {{Gravity::mend, "mixed_decimal_marks",
           name + ": " + counted(std::min(counts[0], counts[1]), "number has", "numbers have") +
               " a decimal " +
               (fewer_commas ? "comma, where the others have a point: "
                             : "point, where the others have a comma: ") +
               rows_text(found) + ".",
           "Write all numbers with the same decimal mark.", found}};
}

/// Finds ids that occur in several rows.
Problems repeated_ids(const data::Table& table, const std::string& name) {
  std::map<std::string, std::vector<std::size_t>> positions;
  for (std::size_t i = 0; i < table.ids.size(); ++i) positions[table.ids[i]].push_back(i);
  Problem problem{Gravity::mend, "repeated_ids"};
  Names ids;
  bool are_copies = true;
  for (const auto& [id, of_id] : positions) {
    if (of_id.size() < 2) continue;
    Rows rows;
    for (const std::size_t i : of_id) {
      rows.push_back(table.rows[i]);
      are_copies = are_copies && data::are_copies(table, {of_id.front(), i});
    }
    ids.push_back(shown_text(id) + " (" + rows_text(rows, 4) + ")");
    problem.rows.insert(problem.rows.end(), rows.begin(), rows.end());
  }
  if (ids.empty()) return {};
  problem.text = name + ": " + counted(ids.size(), "id stands", "ids stand") +
                 " in more than one row" + (are_copies ? ", with the same values: " : ": ") +
                 listed(ids, 4) + ".";
  problem.remedy = are_copies
                       ? "Remove the copies."
                       : "Bring one row for each scan, or add the column that tells the rows apart "
                         "(session, run) and name an id for each scan (id_column).";
  return {problem};
}

/// Returns the cells of these columns that fit, by column.
std::vector<std::vector<TextCell>> cells_that(const TextView& view, const Rows& columns,
                                              bool (*fits)(const data::Cell&)) {
  const TextLayout& layout = view.layout;
  std::vector<std::vector<TextCell>> found(columns.size());
  data::visit_rows(view.text, layout, table_name, [&](const RecordReader& reader) {
    if (reader.size() < layout.columns()) return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string_view cell = reader[columns[i]];
      if (fits(data::read_cell(cell, layout.style, layout.kinds[columns[i]].unit))) {
        found[i].push_back({reader.row(), std::string(cell)});
      }
    }
  });
  return found;
}

/// Finds numbers that are infinite or too large to be a measurement.
Problems unbounded_cells(const TextView& view, const data::TableFormat& format,
                         const std::string& name) {
  Rows columns = data::choose_columns(view.layout, format, table_name).features;
  std::ranges::sort(columns);
  const auto cells = cells_that(view, columns, [](const data::Cell& cell) {
    return cell.kind == data::CellKind::number && std::abs(cell.number) > data::largest_value;
  });
  Problems problems;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (cells[i].empty()) continue;
    Problem problem{Gravity::mend, "infinite"};
    for (const TextCell& cell : cells[i]) problem.rows.push_back(cell.row);
    problem.column = columns[i] + 1;
    problem.measures = {column_name(view.layout, columns[i])};
    problem.text = name + ": column " + std::to_string(problem.column) + " (" +
                   problem.measures.front() + ") is infinite in " + rows_text(problem.rows) + ".";
    problem.remedy = "Leave the cell empty where there is no value.";
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace

std::optional<TextView> view_text(const Path& file, const data::TableFormat& format) {
  TextView view;
  if (data::is_image_name(file.filename().string())) return std::nullopt;
  try {
    auto bytes = data::open_input(file, table_name);
    if (data::is_npy(bytes)) return std::nullopt;
    view.text = data::open_text(file, table_name);
    for (const std::string& note : view.text.notes) {
      view.packed |= note.find("gzip") != std::string::npos;
      if (note.find("UTF-16") != std::string::npos) view.encoding = "UTF-16";
      if (note.find("Windows-1252") != std::string::npos) view.encoding = "Windows-1252";
    }
    const char delimiter = data::find_delimiter(view.text, RecordReader::blanks, table_name);
    view.delimiter = delimiter_name(delimiter);
    view.corner = first_cells(view.text, delimiter);
    view.layout = data::find_layout(view.text, format.header, table_name);
    view_columns(format, view);
  } catch (const InputError&) {
    if (view.delimiter.empty()) return std::nullopt;
  }
  return view;
}

Problems faults_of_text(const TextView& view, const data::TableFormat& format,
                        const std::string& name) {
  if (!data::values_kind(view.text.start()).empty()) return {};
  try {
    Problems problems = ragged_rows(view.text, format.header, name);
    if (!problems.empty()) return problems;
    if (view.layout.first_row == 0) return mixed_marks(view.text, name);
    problems = unbounded_cells(view, format, name);
    if (!problems.empty()) return problems;
    return repeated_ids(data::read_text_table(view.text, table_name, format), name);
  } catch (const InputError&) {
    return {};
  }
}

std::string cell_text(const Path& file, const data::TableFormat& format, const std::string& error) {
  const Problem problem = problem_of(error, table_name, table_name);
  if (problem.rows.size() != 1 || problem.column == 0) return "";
  const auto view = view_text(file, format);
  const std::size_t column = problem.column - 1;
  if (!view || column >= view->layout.columns()) return "";
  std::string text;
  try {
    data::visit_rows(view->text, view->layout, table_name, [&](const RecordReader& reader) {
      if (reader.row() != problem.rows.front() || reader.size() <= column) return;
      text = " (" + column_name(view->layout, column) + ": \"" +
             shown_text(std::string(reader[column])) + "\")";
    });
  } catch (const InputError&) {
    // A later row cannot be read.
  }
  return text;
}

std::vector<std::vector<TextCell>> text_cells(const TextView& view, const Rows& columns) {
  return cells_that(view, columns,
                    [](const data::Cell& cell) { return cell.kind == data::CellKind::text; });
}

}  // namespace dsne::tools::checking
