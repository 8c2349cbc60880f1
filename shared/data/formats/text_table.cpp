#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <regex>
#include <set>

#include "core/phrases.h"
#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/columns/persons.h"
#include "data/duplicates.h"
#include "data/missing.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/names/scan_kinds.h"
#include "data/table.h"
#include "data/text/file_kind.h"
#include "data/text/record_reader.h"
#include "data/text/text_layout.h"

namespace dsne::data {
namespace {

using boost::algorithm::join;
using Eigen::Index;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The value of a feature's cell. A text is noted where texts are, else it is an error.
double feature_value(const Cell& cell, const Source& source, std::size_t row, Table& table,
                     std::size_t feature) {
  if (cell.kind == CellKind::missing) return no_number;
  if (cell.kind == CellKind::number) {
    return checked_value(cell.number, source, row, table.columns[feature]);
  }
  if (table.text_rows.empty()) source.refuse(row, table.columns[feature], "not a number");
  std::size_t& first = table.text_rows[feature];
  if (first == 0) first = row;
  return no_number;
}

// Rows and columns, and the features' names; the cells are still to be filled in.
Table empty_table(const TextLayout& layout, const Columns& columns, bool note_texts,
                  const Source& source) {
  Table table;
  const std::size_t rows = layout.first_column().size();
  table.values.resize(static_cast<Index>(rows), static_cast<Index>(columns.features.size()));
  if (note_texts) table.text_rows.resize(columns.features.size(), 0);
  for (const std::size_t column : columns.features) {
    table.columns.push_back(column + 1);
    if (!layout.header) continue;
    checked_text(layout.names[column], source, layout.first_row - 1, column + 1);
    table.features.push_back(layout.names[column]);
  }
  return table;
}

/// An id without blanks at its ends, and without the ".0" that programs write behind numbers.
std::string_view id_text(std::string_view text) {
  text = without_wide_blanks(text);
  const bool number = text.size() > 2 && text.ends_with(".0") &&
                      text.find_first_not_of("0123456789") == text.size() - 2;
  return number ? text.substr(0, text.size() - 2) : text;
}

/// Whether an id is a long number that a spreadsheet shortened: 1.23457E+12, 1,23E+12.
bool is_rounded(std::string_view text) {
  static const std::regex rounded(R"([0-9][.,][0-9]+E\+[0-9]{2})");
  return text.find("E+") != std::string_view::npos &&
         std::regex_match(text.begin(), text.end(), rounded);
}

/// A row's id: what its id columns hold, joined by "_". Of several, all but the first may be empty.
std::string row_id(const Table& table, const RecordReader& reader, const Columns& columns,
                   bool ids_asked, const Source& source) {
  if (columns.ids.empty()) return std::to_string(table.ids.size() + 1);
  std::string id;
  for (const std::size_t column : columns.ids) {
    const auto error = [&](const char* what) {
      return source.error(reader.row(), column + 1, what);
    };
    const std::string_view part = reader[column];
    const bool first = column == columns.ids.front();
    if (part.empty() && first) {
      if (ids_asked) throw error("the id is missing");
      if (columns.ids.size() > 1) {
        throw error(
            "the person is missing: write the id in every row, also where cells were merged");
      }
      return "row " + std::to_string(reader.row());
    }
    if (!first && read_cell(part).kind == CellKind::missing) continue;
    if (is_rounded(part)) {
      throw error(
          "a spreadsheet has rounded the id: export the table again, with this column as text");
    }
    const bool quoted_blanks = part.front() == ' ' || part.back() == ' ';
    const std::string text =
        checked_text(quoted_blanks ? part : id_text(part), source, reader.row(), column + 1);
    // OASIS' sessions repeat the person: OAS30001_MR_d0129.
    if (id.empty() || text.starts_with(id + '_')) {
      id = text;
    } else {
      id.append("_").append(text);
    }
  }
  return id;
}

/// The results of reading rows.
struct Found {
  std::vector<std::size_t> templates;
  std::vector<std::size_t> without_measures;
  std::vector<std::size_t> without_ids;
  std::set<std::string> modalities;
};

bool has_value(const Table& table, Index row) {
  return table.values.cols() == 1 || !table.values.row(row).array().isNaN().all();
}

void add_row(Table& table, const RecordReader& reader, const TextLayout& layout,
             const Columns& columns, const TableFormat& format, const Source& source,
             Found& found) {
  if (is_short(reader, layout.columns())) {
    found.without_measures.push_back(reader.row());
    return;
  }
  if (!columns.ids.empty() && is_template_subject(reader[columns.ids.front()])) {
    found.templates.push_back(reader.row());
    return;
  }
  const auto row = static_cast<Index>(table.rows.size());
  for (std::size_t f = 0; f < columns.features.size(); ++f) {
    const std::size_t column = columns.features[f];
    const Cell cell = read_cell(reader[column], layout.style, layout.kinds[column].unit);
    table.values(row, static_cast<Index>(f)) = feature_value(cell, source, reader.row(), table, f);
  }
  if (!columns.ids.empty() && !has_value(table, row)) {
    found.without_measures.push_back(reader.row());
    return;
  }
  table.ids.push_back(row_id(table, reader, columns, !format.id_column.empty(), source));
  if (!columns.ids.empty() && reader[columns.ids.front()].empty()) {
    found.without_ids.push_back(reader.row());
  }
  std::string kind = kind_in_id(table.ids.back());
  if (kind.empty() && columns.modality) kind = kind_in_cell(reader[*columns.modality]);
  if (!kind.empty()) found.modalities.insert(kind);
  if (columns.person) {
    const std::string_view person = id_text(reader[*columns.person]);
    const bool absent = read_cell(person).kind == CellKind::missing;
    table.persons.push_back(
        absent ? "" : checked_text(person, source, reader.row(), *columns.person + 1));
  }
  if (columns.label) {
    table.labels.push_back(
        checked_text(label_text(reader[*columns.label]), source, reader.row(), *columns.label + 1));
  }
  table.rows.push_back(reader.row());
}

void tell_rows(const Found& found, Reading& reading) {
  if (!found.without_ids.empty()) {
    reading.notes.push_back(
        "Rows without an id are known by their number: " + row_list(found.without_ids) + ".");
  }
  if (!found.templates.empty()) {
    reading.notes.push_back(
        "Rows of FreeSurfer's templates (fsaverage) are no subjects and were skipped: " +
        row_list(found.templates) + ".");
  }
  if (found.without_measures.empty()) return;
  reading.notes.push_back(counted(std::ssize(found.without_measures),
                                  "row holds no measure, and is no subject of the run: row ",
                                  "rows hold no measure, and are no subjects of the run: rows ") +
                          row_list(found.without_measures) + ".");
}

void tell_columns(const TextLayout& layout, const Columns& columns, Reading& reading) {
  std::vector<std::string> lists;
  for (const std::size_t column : columns.features) {
    if (!layout.kinds[column].lists) continue;
    lists.push_back(layout.header ? layout.names[column] : std::to_string(column + 1));
  }
  if (!lists.empty()) {
    reading.notes.push_back("Lists in cells stand for their mean: " + join(lists, ", ") + ".");
  }
  if (columns.ids.empty()) {
    reading.notes.emplace_back("No column of ids was found: subjects are known by their row.");
  }
}

void take_modality(const Found& found, const Source& source, Reading& reading) {
  if (found.modalities.empty()) return;
  if (found.modalities.size() == 1) {
    reading.modality = *found.modalities.begin();
    return;
  }
  source.refuse("holds several kinds of scans (" + join(found.modalities, ", ") +
                "): bring a table for each kind");
}

/// Tells of measures whose names no program of names.txt has.
void tell_unknown(Table& table) {
  constexpr std::size_t shown = 8;
  std::vector<std::string> unknown;
  for (const std::string& name : table.features) {
    if (!is_known_measure(name)) unknown.push_back(name);
  }
  if (unknown.empty()) return;
  std::vector<std::string>& notes = table.reading.notes;
  if (unknown.size() == table.features.size()) {
    notes.insert(notes.begin(), nothing_known);
  } else {
    notes.push_back(
        "No known program has measures of these names, so a summary takes them only if "
        "feature_columns lists them: " +
        in_commas(unknown, shown) + ".");
  }
}

/// Numbers the rows of each id: "T7_1", "T7_2".
void number_repeated_ids(Table& table) {
  std::map<std::string, std::size_t> counts;
  for (std::string& id : table.ids) {
    const std::size_t number = ++counts[id];
    id.append("_").append(std::to_string(number));
  }
  table.reading.notes.emplace_back(
      "No column tells the rows of a person apart: they were numbered in their order.");
}

}  // namespace

Table read_text_table(const TextInput& text, const Source& source, const TableFormat& format) {
  if (const std::string what = values_kind(text.start()); !what.empty()) {
    source.refuse("is " + what);
  }
  const TextLayout layout = find_layout(text, format.header, source);
  const Columns columns = choose_columns(layout, format, source);
  const bool note_texts = format.features_later && format.feature_columns.empty();
  Table table = empty_table(layout, columns, note_texts, source);
  for (const auto* notes : {&text.notes, &layout.notes, &columns.notes}) {
    table.reading.notes.insert(table.reading.notes.end(), notes->begin(), notes->end());
  }
  table.reading.left_out = columns.left_out;
  table.reading.has_header = layout.header;
  Found found;
  visit_rows(text, layout, source, [&](const RecordReader& reader) {
    if (layout.columns() > 1 && reader.empty()) return;
    const bool is_whole = reader.size() >= layout.columns() || is_short(reader, layout.columns());
    if (!is_whole) {
      throw width_error(source, reader.row(), reader.size(), layout.columns());
    }
    if (table.rows.size() == layout.first_column().size()) {
      source.refuse("was changed while it was read");
    }
    add_row(table, reader, layout, columns, format, source, found);
  });
  if (table.rows.empty()) source.refuse("has no row with a measure");
  table.values.conservativeResize(std::ssize(table.rows), Eigen::NoChange);
  for (const std::size_t row : leave_out_statistics(table)) std::erase(found.without_ids, row);
  leave_out_copies(table, source);
  drop_impossible_values(table);
  refuse_false_totals(table, source);
  tell_rows(found, table.reading);
  tell_columns(layout, columns, table.reading);
  tell_units(layout, table);
  for (const ImpossibleValues& values : table.reading.impossible) {
    table.reading.notes.push_back(impossible_note(values));
  }
  if (const std::string note = missing_codes_note(table); !note.empty()) {
    table.reading.notes.push_back(note);
  }
  if (format.feature_columns.empty()) tell_unknown(table);
  take_modality(found, source, table.reading);
  if (columns.numbers_visits) number_repeated_ids(table);
  table.reading.names_persons = names_persons(layout, columns.person, format);
  table.reading.person_doubt = columns.person_doubt;
  refuse_parts_of_scans(layout, columns, table, source);
  tell_sites(layout, columns, table);
  return table;
}

}  // namespace dsne::data
