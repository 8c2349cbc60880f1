#include "data/text_layout.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/column_roles.h"
#include "data/header.h"
#include "data/word_list.h"

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
  bool fits = reader.size() >= columns || is_short(reader, columns);
  for (std::size_t c = columns; fits && c < reader.size(); ++c) fits = reader[c].empty();
  if (fits) return;
  const bool by_commas = columns > 2 && reader.size() + 1 == 2 * columns;
  throw InputError(
      input + " row " + std::to_string(reader.row()) + " has " + std::to_string(reader.size()) +
      " instead of " + std::to_string(columns) + " columns" +
      (by_commas ? " (numbers with decimal commas need another delimiter, such as ;)" : ""));
}

/// Returns whether a row sums up those above it, by its first filled cell.
bool is_summary(const RecordReader& reader) {
  constexpr std::string_view words =
      "total totals sum mean means average avg median sd std stdev std. s.d. std.dev. min max "
      "minimum maximum count sem variance var mittelwert summe gesamt moyenne";
  std::size_t c = 0;
  while (c + 1 < reader.size() && reader[c].empty()) ++c;
  const std::string_view cell = reader[c];
  return lists(words, lower_case(cell.substr(0, cell.find_last_not_of(':') + 1))) ||
         cell == "Std Dev" || cell == "Standard deviation";
}

/// Whether a row is a sentence below the table.
bool is_footnote(const RecordReader& reader, std::size_t columns) {
  for (std::size_t c = 1; c < reader.size(); ++c) {
    if (!reader[c].empty()) return false;
  }
  const std::string_view cell = reader[0];
  return columns > 2 && !cell.empty() &&
         (cell.front() == '#' || cell.front() == '*' || cell.find(' ') != std::string_view::npos);
}

/// What the rows of data hold, column by column.
class Survey {
 public:
  Survey(const HeaderRows& head, const std::string& input)
      : head_(head), input_(input), style_(head.columns) {
    constexpr std::size_t first_columns = 6;
    for (std::size_t c = 0; c < head.columns; ++c) {
      if (c < first_columns || (head.header && may_hold_ids(column_role(head.names[c])))) {
        cells_[c];
      }
    }
  }

  void add(const RecordReader& reader) {
    if (reader.row() < head_.first_row) return;
    if (head_.columns > 1 && is_empty(reader)) {
      blank_.push_back(reader.row());
      return;
    }
    if (repeats_header(reader, head_.names)) {
      repeated_.push_back(reader.row());
      return;
    }
    const bool footnote = is_footnote(reader, head_.columns);
    if (!footnote) check_shape(reader, head_.columns, input_);
    if (footnote || is_summary(reader)) {
      below_.push_back({reader.row(), cells_of(reader)});
      return;
    }
    take_pending();
    take(reader, reader.row());
  }

  /// Moves the results to the layout.
  void finish(TextLayout& layout) {
    // Without a row of data above, nothing is summed up.
    if (last_row_ == 0) take_pending();
    if (last_row_ == 0) throw InputError(input_ + " has no row below its header");
    layout.style = style_.decide(input_);
    layout.kinds = style_.kinds();
    layout.cells = std::move(cells_);
    layout.last_row = last_row_;
    if (!blank_rows_.empty()) {
      layout.notes.push_back("Empty rows were skipped: " + row_list(blank_rows_) + ".");
    }
    if (!repeated_.empty()) {
      layout.notes.push_back(
          "The header stands there again and was skipped: " + row_list(repeated_) + ".");
    }
    if (below_.empty()) return;
    std::vector<std::size_t> rows;
    for (const NumberedRow& row : below_) rows.push_back(row.row);
    layout.notes.push_back(
        "Below the table, rows that sum it up or explain it were skipped: " + row_list(rows) + ".");
  }

 private:
  static bool may_hold_ids(ColumnRole role) {
    return role == ColumnRole::scan || role == ColumnRole::scan_file ||
           role == ColumnRole::person || role == ColumnRole::entity;
  }

  /// Adds a row of data.
  template <class Row>
  void take(const Row& row, std::size_t number) {
    bool empty = true;
    for (std::size_t c = 0; c < head_.columns; ++c) {
      const std::string_view cell = c < row.size() ? std::string_view(row[c]) : std::string_view();
      style_.add(cell, number, c);
      empty = empty && cell.empty();
      if (const auto kept = cells_.find(c); kept != cells_.end()) kept->second.emplace_back(cell);
    }
    if (!empty) last_row_ = number;
    blank_rows_.insert(blank_rows_.end(), blank_.begin(), blank_.end());
    blank_.clear();
  }

  /// Adds rows that are not below the table after all.
  void take_pending() {
    for (const NumberedRow& row : below_) take(row.cells, row.row);
    below_.clear();
  }

  const HeaderRows& head_;
  const std::string& input_;
  StyleEvidence style_;
  std::map<std::size_t, std::vector<std::string>> cells_;
  std::vector<NumberedRow> below_;  ///< that may stand below the table
  std::vector<std::size_t> blank_;  ///< since the last row of data
  std::vector<std::size_t> blank_rows_;
  std::vector<std::size_t> repeated_;  ///< rows that hold the header again
  std::size_t last_row_ = 0;
};

}  // namespace

std::string row_list(const std::vector<std::size_t>& rows) {
  std::string list;
  for (std::size_t i = 0; i < std::min(rows.size(), shown_rows); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(rows[i]);
  }
  return list + (rows.size() > shown_rows ? ", …" : "");
}

bool is_short(const RecordReader& record, std::size_t columns) {
  return columns > 2 && record.size() == 1 && !record.blank();
}

bool repeats_header(const RecordReader& record, const std::vector<std::string>& names) {
  if (names.size() < 2 || record.size() < names.size()) return false;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (record[c] != names[c]) return false;
  }
  return true;
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
  layout.notes = std::move(head.notes);
  Survey survey(head, input);
  RecordReader data(*text, layout.delimiter, input);
  while (data.next()) survey.add(data);
  survey.finish(layout);
  layout.header = head.header;
  layout.names = std::move(head.names);
  layout.first_row = head.first_row;
  if (layout.style.decimal_comma) {
    layout.notes.emplace_back("Numbers were read with decimal commas.");
  }
  if (layout.style.thousands) {
    layout.notes.push_back(std::string(layout.style.decimal_comma ? "Dots" : "Commas") +
                           " in numbers were read as separating thousands.");
  }
  if (!layout.header) {
    layout.notes.emplace_back(
        "No header was found: columns have no names, and sites match them by their order.");
  }
  return layout;
}

}  // namespace dsne::data
