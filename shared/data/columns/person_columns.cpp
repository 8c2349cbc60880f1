#include <algorithm>
#include <regex>
#include <unordered_map>
#include <utility>

#include "data/columns/columns.h"
#include "data/columns/persons.h"
#include "data/names/measure_names.h"

namespace dsne::data {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t least_persons = 5;

/// How a column repeats its values.
struct Repeats {
  std::size_t rows = 0;        ///< with a value
  std::size_t persons = 0;     ///< different values
  std::size_t pairs = 0;       ///< of rows with the same value
  std::size_t neighbours = 0;  ///< neighbouring rows with the same value
  std::size_t most = 0;        ///< rows of one value
  double unevenness = 0;       ///< variance of the numbers of rows of each value, over their mean

  double rows_of_each() const { return static_cast<double>(rows) / static_cast<double>(persons); }
  std::size_t repeated() const { return rows - persons; }
};

Repeats repeats_of(const Cells& cells) {
  Repeats repeats;
  std::unordered_map<std::string_view, std::size_t> counts;
  const std::string* before = nullptr;
  for (const std::string& cell : cells) {
    if (read_cell(cell).kind == CellKind::missing) continue;
    ++repeats.rows;
    ++counts[cell];
    if (before != nullptr && *before == cell) ++repeats.neighbours;
    before = &cell;
  }
  repeats.persons = counts.size();
  if (counts.empty()) return repeats;
  double squares = 0;
  for (const auto& [cell, count] : counts) {
    repeats.pairs += count * (count - 1) / 2;
    repeats.most = std::max(repeats.most, count);
    squares += static_cast<double>(count * count);
  }
  const double mean = repeats.rows_of_each();
  repeats.unevenness = (squares / static_cast<double>(repeats.persons) - mean * mean) / mean;
  return repeats;
}

/// A cell's letters and digits, each run as one sign: "a9" for T00001.
std::string shape(const std::string& cell) {
  std::string shape;
  for (const char c : cell) {
    const auto byte = static_cast<unsigned char>(c);
    const char kind = std::isdigit(byte) != 0                   ? '9'
                      : std::isalpha(byte) != 0 || byte >= 0x80 ? 'a'
                                                                : c;
    if (shape.empty() || shape.back() != kind) shape += kind;
  }
  return shape;
}

/// Whether most cells have digits, no blank, and one shape.
bool are_codes(const Cells& cells) {
  std::unordered_map<std::string, std::ptrdiff_t> shapes;
  std::ptrdiff_t most = 0;
  for (const std::string& cell : cells) {
    if (cell.find_first_of("0123456789") == std::string::npos) continue;
    if (cell.find(' ') == std::string::npos) most = std::max(most, ++shapes[shape(cell)]);
  }
  return 10 * most >= 8 * std::ssize(cells);
}

/// Whether most cells are whole numbers of as many digits, at least four, or with zeros that lead.
bool are_long_numbers(const Cells& cells) {
  const std::size_t digits = cells.front().size();
  return std::ranges::all_of(cells, [&](const std::string& cell) {
    return cell.size() == digits && (digits > 3 || cell.front() == '0');
  });
}

/// Whether they may be years (2019) or dates (20190101).
bool are_years_or_dates(const Cells& cells) {
  return std::ranges::all_of(cells, [](const std::string& cell) {
    return (cell.size() == 4 || cell.size() == 8) &&
           (cell.starts_with("19") || cell.starts_with("20"));
  });
}

bool are_sentences(const Cells& cells) {
  std::ptrdiff_t blanks = 0;
  for (const std::string& cell : cells) blanks += std::ranges::count(cell, ' ');
  return blanks > 2 * std::ssize(cells);
}

/// Whether the rows are blocks with the same values in the same order, as visit after visit.
bool repeats_in_blocks(const Cells& cells, const Repeats& repeats) {
  if (repeats.rows != cells.size() || cells.size() % repeats.persons != 0) return false;
  return std::equal(cells.begin() + static_cast<std::ptrdiff_t>(repeats.persons), cells.end(),
                    cells.begin());
}

/// Whether nobody has two scans of one visit, though many values come again.
bool makes_key(const TextLayout& layout, std::size_t column, const Repeats& repeats) {
  constexpr std::size_t least_pairs = 5;
  if (repeats.pairs < least_pairs) return false;
  std::vector<std::size_t> key = entity_columns(layout);
  if (key.empty()) return false;
  key.push_back(column);
  return are_unique(layout, key);
}

bool is_in_runs(const Repeats& repeats) {
  return 5 * repeats.neighbours >= 4 * repeats.repeated() && repeats.repeated() > 2;
}

/// Whether each value is in about as many rows. @param most unevenness; by chance it is about 1
bool is_even(const Repeats& repeats, double most) {
  constexpr double often = 1.5;
  return repeats.unevenness < most && repeats.rows_of_each() >= often;
}

bool numbers_repeat_as_persons(const Cells& cells, const Repeats& repeats, bool is_first_column) {
  constexpr std::size_t least_in_any_order = 10;
  if (is_in_runs(repeats) && (is_even(repeats, 0.35) || are_long_numbers(cells))) return true;
  if (are_years_or_dates(cells)) return false;
  if (are_long_numbers(cells)) return is_first_column || 10 * repeats.repeated() >= repeats.rows;
  return repeats.persons >= least_in_any_order && is_even(repeats, 0.2);
}

bool may_be_persons_by_name(const TextLayout& layout, std::size_t column) {
  if (!layout.header) return true;
  const ColumnRole role = role_of(layout, column);
  return (role == ColumnRole::measure || role == ColumnRole::person ||
          role == ColumnRole::row_number || role == ColumnRole::maybe_row_number) &&
         !is_known_measure(layout.names[column]);
}

}  // namespace

bool is_date_or_time(const std::string& cell) {
  static const std::regex date(
      R"(\d{1,4}[-./]\d{1,2}[-./]\d{2,4}([T ].*)?|\d{1,2}:\d{2}(:\d{2}.*)?( ?[ap]m)?|)"
      R"(\d{1,2}[- ]?[a-z]{3}[- ]?\d{2,4}(:\d{2}:\d{2}(:\d{2}.*)?)?)",
      std::regex::icase);
  return std::regex_match(cell, date);
}

bool repeats_as_persons(const TextLayout& layout, std::size_t column) {
  constexpr std::size_t most_rows_of_each = 6;
  const auto found = layout.cells.find(column);
  const ColumnKind& kind = layout.kinds[column];
  const bool text = kind.kind == CellKind::text;
  if (found == layout.cells.end() || (!text && !kind.whole)) return false;
  if (!may_be_persons_by_name(layout, column)) return false;
  const Cells& cells = found->second;
  const Repeats repeats = repeats_of(cells);
  if (2 * repeats.rows < cells.size() || repeats.persons < least_persons ||
      repeats.repeated() == 0 || repeats.rows_of_each() > most_rows_of_each) {
    return false;
  }
  if (repeats_in_blocks(cells, repeats) || makes_key(layout, column, repeats)) return true;
  if (!text) return numbers_repeat_as_persons(cells, repeats, column == 0);
  if (are_sentences(cells) ||
      2 * std::ranges::count_if(cells, is_date_or_time) > std::ssize(cells)) {
    return false;
  }
  const bool few_of_each = 2 * repeats.persons >= repeats.rows && repeats.most <= most_rows_of_each;
  return few_of_each || is_in_runs(repeats) || is_even(repeats, 0.35) || are_codes(cells);
}

bool names_persons(const TextLayout& layout, std::optional<std::size_t> person,
                   const TableFormat& format) {
  return !format.person_column.empty() ||
         (person && person_certainty(layout.names[*person]) == certain_person);
}

std::optional<PersonDoubt> doubt_persons(const TextLayout& layout, const Columns& columns) {
  const bool known =
      columns.person && layout.header && person_certainty(layout.names[*columns.person]) > 1;
  if (known || columns.ids.size() > 1) return std::nullopt;
  if (!columns.ids.empty()) {
    const auto ids = layout.cells.find(columns.ids.front());
    const bool are_bids =
        ids != layout.cells.end() && std::ranges::all_of(ids->second, names_bids_subject);
    if (are_bids) return std::nullopt;
  }
  for (const auto& [column, cells] : layout.cells) {
    const bool listed = std::ranges::find(columns.features, column) != columns.features.end();
    const bool taken = listed || columns.holds_ids(column) || column == columns.label;
    if (taken || !repeats_as_persons(layout, column)) continue;
    const Repeats repeats = repeats_of(cells);
    const std::string number = std::to_string(column + 1);
    const std::string meaning = ", so it may say whose each row is";
    std::string found = "column " + number;
    found.append(" (").append(shown_name(layout, column)).append(") has ");
    found.append(std::to_string(repeats.persons)).append(" different values in ");
    found.append(std::to_string(repeats.rows)).append(" rows").append(meaning);
    std::string doubt = "column " + number + " repeats its values";
    doubt.append(meaning);
    return PersonDoubt{std::move(found), std::move(doubt),
                       layout.header ? layout.names[column] : number, column};
  }
  return std::nullopt;
}

}  // namespace dsne::data
