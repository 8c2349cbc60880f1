#include "data/text/text_layout.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>
#include <set>
#include <utility>

#include "core/errors.h"
#include "data/names/known_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// Cells beyond the last column may only be empty.
void check_shape(const RecordReader& reader, std::size_t columns, const Source& source) {
  if (reader.fits(columns) || is_short(reader, columns)) return;
  const InputError error = width_error(source, reader.row(), reader.size(), columns);
  const bool by_commas = columns > 2 && reader.size() + 1 == 2 * columns;
  if (!by_commas) throw error;
  throw InputError(std::string(error.what()) +
                   " (numbers with decimal commas need another delimiter, such as ;)");
}

/// A cell's first word, before brackets and the like: "mean" of "Mean (controls)".
std::string first_word(std::string_view cell) {
  const std::string word = lower_case(cell);
  return word.substr(0, word.find_first_of(" :(=,;_±"));
}

template <class Row>
std::string_view first_filled(const Row& row) {
  std::size_t c = 0;
  while (c + 1 < row.size() && row[c].empty()) ++c;
  return row[c];
}

/// Returns whether a row holds means of others, wherever it stands: by its first filled cell
/// ("Mean (controls)", "Group mean"), or the one behind it ("Controls", "Mean").
bool is_mean(const RecordReader& reader) {
  constexpr std::string_view words =
      "mean means average avg mittelwert moyenne promedio gemiddelde 平均 平均值 均值";
  const std::string_view cell = first_filled(reader);
  const std::string first = first_word(cell);
  return lists(words, first) || first == "media" ||
         lists(words, lower_case(cell.substr(cell.rfind(' ') + 1))) ||
         (reader.size() > 2 && lists(words, lower_case(reader[1])));
}

/// Returns whether a row may hold means, where deviations follow or the table ends: elsewhere these
/// words may be a person's initials.
template <class Row>
bool may_be_mean(const Row& row) {
  return lists("mw m ø", first_word(first_filled(row)));
}

/// Returns whether a row sums up those above it, by its first filled cell.
bool is_summary(const RecordReader& reader) {
  constexpr std::string_view words =
      "total totals sum sd std stdev std. s.d. std.dev. stddev standard min max minimum maximum "
      "count 25% 50% 75% "
      "median sem variance var n summe gesamt anzahl somme standardabweichung stabw écart-type "
      "Écart-type "
      "écart "
      "desviación 标准差 標準偏差 合计 合計";
  const std::string_view cell = first_filled(reader);
  const bool is_one = lists(words, lower_case(cell.substr(0, cell.find_last_not_of(':') + 1)));
  return is_one || is_mean(reader) || cell == "Std Dev" || cell == "Standard deviation";
}

/// Returns whether a row below one of means belongs to it: "SD (controls)".
bool goes_with_means(const RecordReader& reader) {
  return is_summary(reader) ||
         lists(
             "sd std stdev sem standard standardabweichung écart-type Écart-type min max median n",
             first_word(first_filled(reader)));
}

/// The number of rows that a footnote states: "N = 40", "Total: 41 subjects".
std::optional<std::size_t> stated_rows(const std::vector<std::string>& cells) {
  static const std::regex number(
      R"((?:n|total|count|anzahl|gesamt|effectif)\s*[=:]\s*(\d{1,9})(?:\s+\S+)?)",
      std::regex::icase);
  if (filled_width(cells) > 1) return std::nullopt;
  std::smatch found;
  if (!std::regex_match(cells.front(), found, number)) return std::nullopt;
  return std::stoul(found[1]);
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

/// Returns whether a record repeats the header, as in concatenated files.
bool repeats_header(const RecordReader& record, const std::vector<std::string>& names) {
  if (names.size() < 2 || record.size() < names.size()) return false;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (record[c] != names[c]) return false;
  }
  return true;
}

/// What the rows of data hold, column by column.
class Survey {
 public:
  Survey(TextLayout& layout, const Source& source)
      : layout_(layout), source_(source), style_(layout.columns()) {
    // Wide tables are of measures.
    constexpr std::size_t searched_columns = 200;
    for (std::size_t c = 0; c < layout.columns(); ++c) {
      const bool by_name = layout.header && may_hold_ids(layout.roles[c]);
      if (by_name || c < searched_columns) layout.cells[c];
      if (by_name || c < first_columns) always_kept_.insert(c);
    }
  }

  void add(const RecordReader& reader) {
    if (reader.row() < layout_.first_row) return;
    if (layout_.columns() > 1 && reader.empty()) {
      blank_.push_back(reader.row());
      return;
    }
    if (repeats_header(reader, layout_.names)) {
      repeated_.push_back(reader.row());
      return;
    }
    const bool below_means = layout_.skipped.contains(reader.row() - 1) || takes_mean(reader);
    if (layout_.last_row > 0 && (is_mean(reader) || (below_means && goes_with_means(reader)))) {
      layout_.skipped.insert(reader.row());
      return;
    }
    const bool footnote = is_footnote(reader, layout_.columns());
    if (!footnote) check_shape(reader, layout_.columns(), source_);
    const bool may_sum_up = is_summary(reader) || may_be_mean(reader);
    if (footnote || may_sum_up) {
      below_.push_back({reader.row(), reader.cells()});
      return;
    }
    take_pending();
    take(reader, reader.row());
  }

  /// Completes the layout.
  void finish() {
    // Without a row of data above, nothing is summed up; pandas' describe() has no other rows.
    if (layout_.last_row == 0 && below_.size() > 1) {
      source_.refuse("holds means and other statistics alone: bring the table of the scans");
    }
    if (layout_.last_row == 0) take_pending();
    if (layout_.last_row == 0) source_.refuse("has no row below its header");
    layout_.style = style_.decide(source_);
    layout_.kinds = style_.kinds();
    if (!blank_rows_.empty()) {
      layout_.notes.push_back("Empty rows were skipped: " + row_list(blank_rows_) + ".");
    }
    if (!repeated_.empty()) {
      layout_.notes.push_back(
          "The header stands there again and was skipped: " + row_list(repeated_) + ".");
    }
    std::vector<std::size_t> rows(layout_.skipped.begin(), layout_.skipped.end());
    for (const NumberedRow& row : below_) {
      rows.push_back(row.row);
      check_stated(row);
    }
    if (rows.empty()) return;
    std::ranges::sort(rows);
    layout_.notes.push_back(
        "Rows that sum up others or explain them were skipped: " + row_list(rows) + ".");
  }

 private:
  static bool may_hold_ids(ColumnRole role) {
    return role == ColumnRole::scan || role == ColumnRole::scan_file ||
           role == ColumnRole::person || role == ColumnRole::entity;
  }

  static constexpr std::size_t first_columns = 6;

  /// Skips the row above if it holds the means that this row's deviations are of.
  bool takes_mean(const RecordReader& reader) {
    if (below_.empty() || below_.back().row + 1 != reader.row()) return false;
    if (!may_be_mean(below_.back().cells) || !goes_with_means(reader)) return false;
    layout_.skipped.insert(below_.back().row);
    below_.pop_back();
    return true;
  }

  /// Whether a cell is a number that is not whole, and so no id.
  static bool is_fraction(std::string_view cell) {
    return cell.find_first_of(".,") != std::string_view::npos &&
           data::kind_of(std::string(cell)) == CellKind::number && !is_whole(cell);
  }

  /// Adds a row of data.
  template <class Row>
  void take(const Row& row, std::size_t number) {
    bool empty = true;
    for (std::size_t c = 0; c < layout_.columns(); ++c) {
      const std::string_view cell = c < row.size() ? std::string_view(row[c]) : std::string_view();
      style_.add(cell, number, c);
      empty = empty && cell.empty();
      const auto kept = layout_.cells.find(c);
      if (kept == layout_.cells.end()) continue;
      if (!always_kept_.contains(c) && is_fraction(cell)) {
        layout_.cells.erase(kept);
      } else {
        kept->second.emplace_back(cell);
      }
    }
    layout_.row_numbers.push_back(number);
    if (!empty) layout_.last_row = number;
    blank_rows_.insert(blank_rows_.end(), blank_.begin(), blank_.end());
    blank_.clear();
  }

  void check_stated(const NumberedRow& footnote) const {
    const auto stated = stated_rows(footnote.cells);
    const std::size_t rows = layout_.row_numbers.size();
    if (!stated || *stated == rows) return;
    source_.refuse("row " + std::to_string(footnote.row) + " says that there are " +
                   std::to_string(*stated) + " rows, and there are " + std::to_string(rows) +
                   ": look whether rows were lost, or correct or remove that row");
  }

  /// Adds rows that are not below the table after all.
  void take_pending() {
    for (const NumberedRow& row : below_) take(row.cells, row.row);
    below_.clear();
  }

  TextLayout& layout_;
  const Source& source_;
  StyleEvidence style_;
  std::set<std::size_t> always_kept_;  ///< columns whose cells are kept whatever they hold
  std::vector<NumberedRow> below_;     ///< that may stand below the table
  std::vector<std::size_t> blank_;     ///< since the last row of data
  std::vector<std::size_t> blank_rows_;
  std::vector<std::size_t> repeated_;  ///< rows that hold the header again
};

/// Whether a column holds numbers that are not whole, and so no ids.
bool holds_fractions(const TextLayout& layout, std::size_t column) {
  const auto found = layout.cells.find(column);
  if (found == layout.cells.end() || layout.kinds[column].kind != CellKind::number) return false;
  return std::ranges::any_of(found->second, [&](const std::string& text) {
    const Cell cell = read_cell(text, layout.style, layout.kinds[column].unit);
    return cell.kind == CellKind::number && cell.number != std::trunc(cell.number);
  });
}

}  // namespace

std::string row_list(const std::vector<std::size_t>& rows) {
  constexpr std::size_t shown_rows = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(rows.size(), shown_rows); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(rows[i]);
  }
  return list + (rows.size() > shown_rows ? ", …" : "");
}

bool is_short(const RecordReader& record, std::size_t columns) {
  return columns > 2 && record.size() == 1 && !record.blank();
}

TextLayout find_layout(const TextInput& text, Header header, const Source& source) {
  TextLayout layout = find_header(text, header, source);
  for (const std::string& name : layout.names) layout.roles.push_back(column_role(name));
  Survey survey(layout, source);
  RecordReader data(*text, layout.delimiter, source);
  while (data.next()) survey.add(data);
  survey.finish();
  for (std::size_t c = 0; c < layout.roles.size(); ++c) {
    // HippUnfold's Sub is the subiculum, and REC the right external capsule. A visit may be at 1.5
    // years.
    const bool may_be_no_id =
        layout.roles[c] == ColumnRole::person ||
        (layout.roles[c] == ColumnRole::entity && entity_order(layout.names[c]) != session_order);
    if (may_be_no_id && holds_fractions(layout, c)) {
      layout.roles[c] = ColumnRole::measure;
    }
  }
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

void visit_rows(const TextInput& text, const TextLayout& layout, const Source& source,
                const std::function<void(const RecordReader& row)>& visit) {
  RecordReader reader(*text, layout.delimiter, source);
  while (reader.row() < layout.last_row) {
    if (!reader.next()) source.refuse("was changed while it was read");
    const bool data = reader.row() >= layout.first_row && !layout.skipped.contains(reader.row()) &&
                      !repeats_header(reader, layout.names);
    if (data) visit(reader);
  }
}

std::map<std::size_t, std::vector<std::string>> cells_by_row(
    const TextInput& text, const TextLayout& layout, const std::vector<std::size_t>& columns,
    const Source& source) {
  std::map<std::size_t, std::vector<std::string>> cells;
  visit_rows(text, layout, source, [&](const RecordReader& reader) {
    if (reader.size() < layout.columns()) return;
    std::vector<std::string>& row = cells[reader.row()];
    for (const std::size_t column : columns) row.emplace_back(reader[column]);
  });
  return cells;
}

}  // namespace dsne::data
