#include <algorithm>
#include <map>
#include <optional>

#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/duplicates.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/text/text_layout.h"

namespace dsne::data {
namespace {

using Cells = std::vector<std::string>;
using Rows = std::vector<NumberedRow>;

std::size_t count_kind(const Cells& cells, CellKind kind) {
  return static_cast<std::size_t>(std::ranges::count(cells, kind, kind_of));
}

std::size_t filled(const Cells& cells) {
  return cells.size() - static_cast<std::size_t>(std::ranges::count(cells, ""));
}

/// The number of cells that most rows have.
std::size_t usual_width(const Rows& rows) {
  std::map<std::size_t, std::size_t> counts;
  for (const NumberedRow& row : rows) ++counts[row.cells.size()];
  return std::ranges::max_element(
             counts, {}, [](const auto& count) { return std::pair(count.second, count.first); })
      ->first;
}

/// Replaces a cell's numbers by one sign: "sub-9" for sub-01 and sub-02.
std::string pattern(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || result.empty() || result.back() != '9') result += digit ? '9' : c;
  }
  return result;
}

/// Returns whether a row begins like those below it, with numbered text, and so is one of them.
bool begins_like_those_below(const Rows& rows, std::size_t at) {
  constexpr std::size_t rows_below = 5;
  const std::string& first = rows[at].cells.front();
  if (kind_of(first) != CellKind::text || first.find_first_of("0123456789") == std::string::npos) {
    return false;
  }
  for (std::size_t r = at + 1; r < std::min(rows.size(), at + 1 + rows_below); ++r) {
    const std::string& below = rows[r].cells.front();
    if (below != first && pattern(below) == pattern(first)) return true;
  }
  return false;
}

/// Whether a row names every column.
bool names_all(const Cells& cells, std::size_t width) {
  return count_kind(cells, CellKind::text) == width && filled_width(cells) == width;
}

bool names_differ(Cells names) {
  std::erase(names, "");
  return !find_duplicate(names);
}

/// A title or a comment above the table.
bool is_preamble(const Rows& rows, std::size_t at, std::size_t width) {
  const Cells& cells = rows[at].cells;
  if (cells.front().starts_with('#') && filled_width(cells) + 1 < width) return true;
  // A number beside a word is part of a title only if the next row names the columns.
  const bool above_names = kind_of(cells.front()) == CellKind::text && at + 2 < rows.size() &&
                           names_all(rows[at + 1].cells, width);
  // Merged cells: "Left" stands above several columns, "Right" above columns of the same names.
  const bool is_of_groups = cells.front().empty() && at + 2 < rows.size() &&
                            names_all(rows[at + 1].cells, width) &&
                            !names_differ(rows[at + 1].cells);
  if (is_of_groups) return false;
  // NDA's first row is the structure's name and version.
  if (above_names && width > 3 && filled_width(cells) == 2) return true;
  return width > 2 && filled(cells) <= 2 && 2 * filled(cells) < width &&
         (above_names || count_kind(cells, CellKind::number) == 0);
}

/// Returns whether the numbers among these cells, at least two, have four digits and are
/// consecutive.
bool are_years(const Cells& cells) {
  std::optional<int> before;
  std::size_t count = 0;
  for (const std::string& cell : cells) {
    if (kind_of(cell) != CellKind::number) continue;
    if (cell.size() != 4 || cell.find_first_not_of("0123456789") != std::string::npos) return false;
    const int year = std::stoi(cell);
    if (before && year != *before + 1) return false;
    before = year;
    ++count;
  }
  return count > 1;
}

bool looks_like_header(const Rows& rows, std::size_t at) {
  const Cells& first = rows[at].cells;
  const bool alone = at + 1 == rows.size();
  if (!alone && begins_like_those_below(rows, at)) return false;
  if (!alone && is_numbered_header(rows, at)) return true;
  if (count_kind(first, CellKind::text) == 0) return false;
  if (count_kind(first, CellKind::number) == 0) return true;
  if (alone) return false;
  const Cells& second = rows[at + 1].cells;
  std::size_t texts = 0;
  std::size_t numbers = 0;
  for (std::size_t c = 0; c < std::min(first.size(), second.size()); ++c) {
    if (kind_of(second[c]) != CellKind::number) continue;
    texts += kind_of(first[c]) == CellKind::text ? 1U : 0U;
    numbers += kind_of(first[c]) == CellKind::number ? 1U : 0U;
  }
  // A word among the numbers of the first row is not a name.
  const bool among_numbers = kind_of(first.front()) == CellKind::number && !are_years(first);
  return texts > (among_numbers ? numbers : 0);
}

/// Whether a row names the first column alone, as that of index names below pandas' headers.
bool names_first_alone(const Cells& row) { return filled(row) == 1 && !row.front().empty(); }

/// Returns whether a row numbers the columns' visits or runs, as pandas writes them above the row
/// of index names: "visit,1,1,2,2".
bool numbers_visits(const Rows& rows, std::size_t at) {
  const Cells& row = rows[at].cells;
  const bool is_level = row.front().empty() || column_role(row.front()) == ColumnRole::entity;
  return is_level && names_first_alone(rows[at + 1].cells) &&
         !begins_like_those_below(rows, at + 1) &&
         std::all_of(row.begin() + 1, row.end(), [](const std::string& cell) {
           return cell.size() < 3 && kind_of(cell) == CellKind::number && is_whole(cell);
         });
}

/// Returns whether a row below the header still names or describes columns: it holds no number
/// where the rows below it do.
bool describes_columns(const Rows& rows, std::size_t at) {
  if (at + 1 >= rows.size() || begins_like_those_below(rows, at)) return false;
  const Cells& row = rows[at].cells;
  if (row.size() > 1 && numbers_visits(rows, at)) return true;
  if (count_kind(row, CellKind::number) > 0 || filled(row) == 0) return false;
  // A table on its side.
  if (name_subjects({row.begin() + 1, row.end()})) return false;
  std::size_t numbers = 0;
  std::size_t texts_over_numbers = 0;
  const std::size_t last = std::min(rows.size(), at + 6);
  for (std::size_t c = 0; c < row.size(); ++c) {
    std::size_t below = 0;
    for (std::size_t r = at + 1; r < last; ++r) {
      if (c < rows[r].cells.size() && kind_of(rows[r].cells[c]) == CellKind::number) ++below;
    }
    if (2 * below <= last - at - 1) continue;
    ++numbers;
    if (kind_of(row[c]) == CellKind::text) ++texts_over_numbers;
  }
  if (numbers == 0) return false;
  return 2 * texts_over_numbers > numbers || names_first_alone(row);
}

/// A line above the header that a delimiter happens to split: not as wide as the table, while the
/// next row is, and names columns.
bool is_title(const Rows& rows, std::size_t at, std::size_t width) {
  const auto is_sentence = [](const std::string& cell) {
    return cell.find(' ') != std::string::npos;
  };
  if (std::ranges::none_of(rows[at].cells, is_sentence)) return false;
  if (at + 2 >= rows.size() || filled_width(rows[at].cells) >= width) return false;
  return count_kind(rows[at].cells, CellKind::number) == 0 &&
         names_all(rows[at + 1].cells, width) && describes_columns(rows, at + 1);
}

/// Joins names over several rows: an empty cell of the first row continues the one before it.
Cells joined_names(Cells first, const Cells& second) {
  std::string group;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (!first[c].empty()) group = first[c];
    const std::string& name = c < second.size() ? second[c] : "";
    if (c == 0 && first[c].empty()) group.clear();
    first[c] = group;
    if (!group.empty() && !name.empty()) first[c] += '_';
    first[c] += name;
  }
  return first;
}

/// Takes the units that a row states below the names. @return whether it states any
bool take_units(const Cells& row, TextLayout& result) {
  bool states_any = false;
  for (std::size_t c = 0; c < std::min(row.size(), result.names.size()); ++c) {
    const std::string unit = stated_unit(row[c]);
    if (unit.empty()) continue;
    result.units.emplace(c, unit);
    states_any = true;
  }
  return states_any;
}

void take_further_header_rows(const Rows& rows, std::size_t at, TextLayout& result) {
  for (std::size_t next = at + 1; next < rows.size() && describes_columns(rows, next); ++next) {
    const Cells& row = rows[next].cells;
    if (names_first_alone(row)) {
      result.names.front() = row.front();
    } else if (!names_differ(result.names) || filled(result.names) + 1 < result.names.size()) {
      result.names = joined_names(result.names, row);
      result.notes.push_back("Row " + std::to_string(rows[next].row) +
                             " was read as a second row of the header.");
    } else if (count_kind(row, CellKind::number) > 0) {
      result.notes.push_back("Row " + std::to_string(rows[next].row) +
                             " numbers the columns' visits and was skipped.");
    } else {
      result.notes.push_back("Row " + std::to_string(rows[next].row) +
                             " holds text where the rows below hold numbers: it was taken for " +
                             (take_units(row, result) ? "units" : "descriptions") +
                             " and skipped.");
    }
    result.first_row = rows[next].row + 1;
  }
}

/// Whether the header's first name cannot be that of these cells: a measure's, where they count the
/// rows; a known measure's, where they are texts.
bool are_row_names(const Cells& first, const std::string& name) {
  if (column_role(name) != ColumnRole::measure) return false;
  return counts_rows(first) || (is_known_measure(name) && kind_of(first.front()) == CellKind::text);
}

/// Returns whether rows have one cell more than the header, so that the first column has no name.
bool has_row_names(const Rows& rows, std::size_t at) {
  const Cells& names = rows[at].cells;
  const std::size_t width = names.size() + 1;
  bool filled = false;
  Cells first;
  for (std::size_t r = at + 1; r < rows.size(); ++r) {
    if (rows[r].cells.size() != width) return false;
    filled = filled || filled_width(rows[r].cells) == width;
    first.push_back(rows[r].cells.front());
  }
  if (first.empty()) return false;
  // A delimiter at the end of each row, or R's empty last column.
  if (!filled && !are_row_names(first, names.front())) return false;
  // If ids are under their name already, the last column is the one without a name.
  const Cells& row = rows[at + 1].cells;
  const bool in_place = column_role(names.front()) != ColumnRole::measure &&
                        kind_of(row[0]) == CellKind::text && kind_of(row[1]) == CellKind::number;
  return !in_place;
}

/// A name with blanks in place of line ends and tabs, as spreadsheets break long names.
std::string in_one_line(std::string_view name) {
  std::string line;
  for (const char c : name) {
    const bool blank = c == '\n' || c == '\r' || c == '\t';
    if (!blank) line += c;
    if (blank && !line.ends_with(' ')) line += ' ';
  }
  return line;
}

/// The number of columns of the rows from here on, at least one.
std::size_t widest(const Rows& rows, std::size_t from) {
  std::size_t columns = 1;
  for (; from < rows.size(); ++from) columns = std::max(columns, filled_width(rows[from].cells));
  return columns;
}

void take_header(const Rows& rows, std::size_t at, std::size_t width, TextLayout& result) {
  result.header = true;
  result.names = rows[at].cells;
  // numpy.savetxt's mark of a comment.
  if (result.names.front() == "#" && result.names.size() == width + 1) {
    result.names.erase(result.names.begin());
  } else if (result.names.front().starts_with('#')) {
    result.names.front().erase(0, result.names.front().find_first_not_of("# "));
  }
  const bool row_names = width == result.names.size() + 1 && has_row_names(rows, at);
  if (row_names) {
    result.names.insert(result.names.begin(), "");
    result.notes.emplace_back(
        "The header has one name less than the rows have cells: the first column was read as the "
        "rows' names.");
  }
  const std::size_t columns = std::max(filled_width(result.names), widest(rows, at + 1));
  result.names.resize(std::min(columns, result.names.size()));
  for (std::string& name : result.names) name = in_one_line(without_wide_blanks(name));
  result.first_row = rows[at].row + 1;
  take_further_header_rows(rows, at, result);
}

}  // namespace

TextLayout find_header(const TextInput& text, Header header, const Source& source) {
  constexpr std::size_t rows_of_head = 24;
  TextLayout result;
  result.delimiter = find_delimiter(text, RecordReader::blanks, source);
  const Rows rows = first_rows({*text, result.delimiter, source}, rows_of_head);
  if (rows.empty()) source.refuse("is empty");
  const std::size_t width = usual_width(rows);
  std::size_t at = 0;
  while (at + 1 < rows.size() && (is_preamble(rows, at, width) || is_title(rows, at, width))) {
    result.notes.push_back("Row " + std::to_string(rows[at].row) +
                           " stands above the table and was skipped.");
    ++at;
  }
  result.first_row = rows[at].row;
  std::size_t columns = widest(rows, at);
  if (header == Header::automatic ? looks_like_header(rows, at) : header == Header::present) {
    take_header(rows, at, width, result);
    columns = result.names.size();
  }
  result.kinds.resize(columns);
  return result;
}

}  // namespace dsne::data
