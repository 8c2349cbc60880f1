#include "data/text_layout.h"

#include <algorithm>

#include "core/errors.h"
#include "data/header.h"

namespace dsne::data {
namespace {

constexpr std::size_t rows_of_head = 24;
constexpr std::size_t shown_rows = 10;

std::vector<std::string> cells_of(const RecordReader& reader) {
  std::vector<std::string> cells(reader.size());
  for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = reader[c];
  return cells;
}

std::vector<NumberedRow> read_head(RecordReader reader) {
  std::vector<NumberedRow> rows;
  while (rows.size() < rows_of_head && reader.next_filled()) {
    if (!is_empty(reader)) rows.push_back({reader.row(), cells_of(reader)});
  }
  return rows;
}

/// Cells beyond the last column may only be empty.
void check_shape(const RecordReader& reader, std::size_t columns, const std::string& input) {
  bool fits = reader.size() >= columns;
  for (std::size_t c = columns; fits && c < reader.size(); ++c) fits = reader[c].empty();
  if (fits) return;
  throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                   std::to_string(reader.size()) + " instead of " + std::to_string(columns) +
                   " columns");
}

/// What the rows of data hold, column by column.
struct Survey {
  StyleEvidence style;
  std::vector<std::size_t> blank_rows;
  std::vector<std::string> first_column;
  std::size_t last_row = 0;
};

Survey survey_rows(RecordReader reader, const HeaderRows& head, const std::string& input) {
  Survey survey{StyleEvidence(head.columns), {}, {}, 0};
  std::vector<std::size_t> blank;
  while (reader.next()) {
    if (reader.row() < head.first_row) continue;
    if (head.columns > 1 && is_empty(reader)) {
      blank.push_back(reader.row());
      continue;
    }
    check_shape(reader, head.columns, input);
    for (std::size_t c = 0; c < head.columns; ++c) survey.style.add(reader[c], reader.row(), c);
    survey.first_column.emplace_back(reader[0]);
    if (!is_empty(reader)) survey.last_row = reader.row();
    survey.blank_rows.insert(survey.blank_rows.end(), blank.begin(), blank.end());
    blank.clear();
  }
  return survey;
}

}  // namespace

std::string row_list(const std::vector<std::size_t>& rows) {
  std::string list;
  for (std::size_t i = 0; i < std::min(rows.size(), shown_rows); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(rows[i]);
  }
  return list + (rows.size() > shown_rows ? ", …" : "");
}

bool is_empty(const RecordReader& record) {
  for (std::size_t c = 0; c < record.size(); ++c) {
    if (!record[c].empty()) return false;
  }
  return true;
}

TextLayout find_layout(const TextInput& text, Header header, const std::string& input) {
  TextLayout layout;
  layout.delimiter =
      text.delimiter != 0 ? text.delimiter : find_delimiter(*text, RecordReader::blanks, input);
  const RecordReader reader(*text, layout.delimiter, input);
  const std::vector<NumberedRow> rows = read_head(reader);
  if (rows.empty()) throw InputError(input + " is empty");
  HeaderRows head = find_header(rows, header);
  Survey survey = survey_rows(RecordReader(*text, layout.delimiter, input), head, input);
  if (survey.last_row == 0) throw InputError(input + " has no row below its header");
  layout.style = survey.style.decide(input);
  layout.kinds = survey.style.kinds();
  layout.header = head.header;
  layout.names = std::move(head.names);
  layout.first_column = std::move(survey.first_column);
  layout.first_row = head.first_row;
  layout.last_row = survey.last_row;
  layout.notes = std::move(head.notes);
  if (layout.style.decimal_comma) {
    layout.notes.emplace_back("Numbers were read with decimal commas.");
  }
  if (!survey.blank_rows.empty()) {
    layout.notes.push_back("Empty rows were skipped: " + row_list(survey.blank_rows) + ".");
  }
  if (!layout.header) {
    layout.notes.emplace_back(
        "No header was found: columns have no names, and sites match them by their order.");
  }
  return layout;
}

}  // namespace dsne::data
