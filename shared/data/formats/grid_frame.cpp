#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "data/cell.h"
#include "data/duplicates.h"
#include "data/formats/number_grid.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

/// The numbers that texts are; nothing when one is no number.
std::optional<std::vector<double>> numbers_of(const Names& texts) {
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    const Cell cell = read_cell(text);
    if (cell.kind != CellKind::number) return std::nullopt;
    numbers.push_back(cell.number);
  }
  return numbers;
}

bool increase(const std::vector<double>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) ==
         numbers.end();
}

/// Returns whether texts are whole numbers that count from 0 or 1: 0, 1, 2, …
bool count_up(const Names& texts) {
  const auto numbers = numbers_of(texts);
  if (!numbers || numbers->empty()) return false;
  double expected = numbers->front();
  if (expected != 0 && expected != 1) return false;
  return std::ranges::all_of(*numbers, [&expected](double number) { return number == expected++; });
}

/// Returns whether texts are increasing whole numbers, like those of an atlas's regions.
bool are_increasing_labels(const Names& texts) {
  const auto numbers = numbers_of(texts);
  return numbers && numbers->size() > 1 && numbers->front() >= 0 && increase(*numbers) &&
         std::ranges::all_of(*numbers, [](double number) { return number == std::trunc(number); });
}

/// Returns whether texts are increasing numbers, like times.
bool are_increasing(const Names& texts) {
  const auto numbers = numbers_of(texts);
  return numbers && numbers->size() > 1 && increase(*numbers);
}

/// Returns whether texts are evenly spaced numbers, like times.
bool are_evenly_spaced(const Names& texts) {
  constexpr double tolerance = 1e-3;
  const auto numbers = numbers_of(texts);
  if (!numbers || numbers->size() < 3) return false;
  const double step = (*numbers)[1] - (*numbers)[0];
  for (std::size_t i = 1; i < numbers->size(); ++i) {
    const double here = (*numbers)[i] - (*numbers)[i - 1];
    if (!(std::abs(here - step) <= tolerance * step)) return false;
  }
  return step > 0;
}

/// Returns the common prefix of all names, in lower case, if numbers that count up follow;
/// otherwise nothing.
std::optional<std::string> counted_prefix(const Names& names) {
  if (names.empty()) return std::nullopt;
  const std::string prefix = names.front().substr(0, names.front().find_first_of("0123456789"));
  Names numbers;
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) return std::nullopt;
    numbers.push_back(name.substr(prefix.size()));
  }
  if (!count_up(numbers)) return std::nullopt;
  return lower_case(prefix);
}

/// Returns whether a program made up the names: 0, 1, …; V1, V2, … (R); Var1, … (MATLAB).
bool are_made_up(const Names& names) {
  const auto prefix = counted_prefix(names);
  return prefix && (prefix->empty() || lists("v x var column col c", *prefix));
}

/// Returns whether a column's name says that it numbers time points or rows: "time", "TR", "".
bool names_time(const std::string& name) {
  static const std::set<std::string> names = {
      "",     "time",      "t",          "tr",     "volume", "vol",   "frame",     "index",
      "scan", "timepoint", "time_point", "sample", "x",      "onset", "unnamed: 0"};
  return names.contains(lower_case(name));
}

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the common prefix of all names without digits at its end.
std::string common_start(const Names& names) {
  std::string start = names.front();
  for (const std::string& name : names) {
    const auto differs = std::mismatch(start.begin(), start.end(), name.begin(), name.end());
    start.erase(differs.first, start.end());
  }
  while (!start.empty() && is_decimal_digit(start.back())) start.pop_back();
  return start;
}

/// Reverses each name.
Names reversed(Names names) {
  for (std::string& name : names) std::reverse(name.begin(), name.end());
  return names;
}

}  // namespace

bool are_counted(const Names& names) {
  if (names.size() < 2) return false;
  const std::string start = common_start(names);
  const std::size_t end = common_start(reversed(names)).size();
  Names numbers;
  for (const std::string& name : names) {
    if (name.size() < start.size() + end) return false;
    numbers.push_back(name.substr(start.size(), name.size() - start.size() - end));
  }
  return count_up(numbers);
}

bool count_time_points(const Names& names) {
  static const std::set<std::string> prefixes = {
      "",   "t",      "tr",        "time",       "vol",        "volume",  "frame",     "scan",
      "tp", "sample", "timepoint", "time_point", "time point", "dynamic", "time-point"};
  if (names.size() < 2) return false;
  Names trimmed = names;
  for (std::string& name : trimmed) {
    if (name.ends_with("[?]")) name.resize(name.size() - 3);
  }
  // "TR_" and "time point " have a mark at their end.
  const auto prefix = counted_prefix(trimmed);
  if (prefix && prefixes.contains(boost::trim_right_copy_if(*prefix, boost::is_any_of(" _-.")))) {
    return true;
  }
  const bool are_volumes = common_start(names).find(".nii") != std::string::npos;
  return are_evenly_spaced(trimmed) || (are_volumes && are_counted(names));
}

namespace {

using Cells = std::vector<std::string>;
using Rows = std::vector<NumberedRow>;

CellKind kind(const std::string& cell) { return read_cell(cell).kind; }
bool is_text(const std::string& cell) { return kind(cell) == CellKind::text; }

Cells column_of(const Rows& rows, std::size_t from, std::size_t column) {
  Cells cells;
  for (std::size_t r = from; r < rows.size(); ++r) cells.push_back(rows[r].cells[column]);
  return cells;
}

Cells without_first(const Cells& cells) { return {cells.begin() + 1, cells.end()}; }

bool all_are(const Cells& cells, bool (*test)(const std::string&)) {
  return std::ranges::all_of(cells, test);
}

bool is_empty(const std::string& cell) { return cell.empty(); }

/// Returns whether the first row has text where the second has none, in most columns; one text
/// among numbers is a mistake.
bool heads_with_text(const Rows& rows) {
  const Cells& first = rows[0].cells;
  const Cells& second = rows[1].cells;
  std::size_t columns = 0;
  std::size_t texts = 0;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (is_text(second[c]) || kind(first[c]) == CellKind::missing) continue;
    ++columns;
    texts += is_text(first[c]) ? 1 : 0;
  }
  return texts > 0 && 2 * texts > columns;
}

/// Returns whether the first column repeats the first row after a corner, as names do. So does a
/// symmetric matrix without its diagonal.
bool names_rows_as_columns(const Rows& rows) {
  const Cells& first = rows.front().cells;
  const bool corner = first.front().empty() || is_text(first.front());
  if (first.size() < 3 || !corner || column_of(rows, 1, 0) != without_first(first)) return false;
  const Cells names = without_first(first);
  if (all_are(names, is_text)) return true;
  return are_increasing_labels(names) && kind(rows[1].cells[1]) == CellKind::number;
}

/// Returns whether a cell is only the corner above a column of names.
bool is_corner(const std::string& cell) {
  constexpr std::string_view words =
      "region regions roi rois name names label labels node nodes area parcel parcels index id "
      "network";
  return kind(cell) == CellKind::missing || lists(words, lower_case(cell)) || names_time(cell);
}

/// Whether the first row has times, over rows that have names.
bool heads_with_times(const Rows& rows) {
  const Cells& first = rows.front().cells;
  const bool square = rows.size() == first.size();
  return first.size() > 3 && !square && is_corner(first.front()) &&
         all_are(column_of(rows, 1, 0), is_text) && are_evenly_spaced(without_first(first));
}

/// Whether all values below the first row are whole, so that a first row that counts may be one of
/// them.
bool holds_whole_numbers(const Rows& rows) {
  return std::all_of(rows.begin() + 1, rows.end(), [](const NumberedRow& row) {
    return std::ranges::all_of(row.cells, [](const std::string& text) {
      const Cell cell = read_cell(text);
      return cell.kind != CellKind::number || cell.number == std::trunc(cell.number);
    });
  });
}

/// Whether the first row numbers the columns of a matrix, or of series with decimals.
bool heads_with_numbers(const Rows& rows) {
  const Cells& first = rows.front().cells;
  if (is_corner(first.front()) && count_up(without_first(first))) {
    const Cells index = column_of(rows, 1, 0);
    return count_up(index) || std::ranges::any_of(index, is_text);
  }
  const bool square_below = rows.size() == first.size() + 1;
  if (count_up(first) && rows.size() != first.size()) {
    return square_below || !holds_whole_numbers(rows);
  }
  return square_below && are_increasing_labels(first) && !holds_whole_numbers(rows);
}

bool has_header(const Rows& rows) {
  if (rows.size() < 2 || rows.front().cells.size() < 2) return false;
  return heads_with_text(rows) || names_rows_as_columns(rows) || heads_with_times(rows) ||
         heads_with_numbers(rows);
}

/// Whether a column is empty in every row, the header's included.
bool is_empty_column(const Rows& rows, std::size_t column) {
  return all_are(column_of(rows, 0, column), is_empty);
}

/// Whether the first column numbers the rows.
bool has_index(const Rows& rows, std::size_t from, bool square) {
  const std::size_t height = rows.size() - from;
  std::size_t width = rows.front().cells.size();
  while (width > 1 && is_empty_column(rows, width - 1)) --width;
  if (height < 2 || width < 2) return false;
  const Cells column = column_of(rows, from, 0);
  const bool square_beside = width == height + 1;
  if (from == 0) return square && square_beside && are_increasing_labels(column);
  const std::string& corner = rows.front().cells.front();
  if (kind(corner) == CellKind::number) return false;
  if (square_beside && are_increasing_labels(column)) return true;
  return names_time(corner) && are_increasing(column);
}

/// How many columns at the beginning hold text.
std::size_t count_text_columns(const Rows& rows, std::size_t from) {
  const std::size_t width = rows.front().cells.size();
  std::size_t count = 0;
  while (count + 1 < width) {
    const Cells column = column_of(rows, from, count);
    const auto texts = std::ranges::count_if(column, is_text);
    if (2 * texts < std::ssize(column) || texts == 0) break;
    ++count;
  }
  return count;
}

/// The names of a row that names the columns; none where they are made up.
Cells names_of_columns(const Cells& head, const GridFrame& frame) {
  const Cells names(head.begin() + static_cast<std::ptrdiff_t>(frame.begin),
                    head.begin() + static_cast<std::ptrdiff_t>(frame.end));
  return are_made_up(names) ? Cells() : names;
}

/// Finds what stands before the numbers of each row.
void find_begin(GridFrame& frame, NumberGrid& grid, const Rows& rows, bool square) {
  const std::size_t from = frame.first_row;
  const bool is_square = square && rows.size() - from == frame.end;
  if (frame.end > 1 && !is_square && is_empty_column(rows, 0)) {
    grid.rows_begin_empty = true;
    frame.begin = 1;
  } else if (from > 0 && names_rows_as_columns(rows)) {
    grid.row_names = column_of(rows, from, 0);
    frame.begin = 1;
  } else if (has_index(rows, from, square)) {
    frame.begin = 1;
  } else {
    frame.begin = count_text_columns(rows, from);
    const Cells names = frame.begin > 0 ? column_of(rows, from, 0) : Cells();
    // Of several columns of text, and below a header, the first may name every row's subject.
    if (!find_duplicate(names) || (frame.begin == 1 && from == 0)) grid.row_names = names;
  }
  if (are_made_up(grid.row_names)) grid.row_names.clear();
}

}  // namespace

GridFrame find_grid_frame(const Rows& rows, bool square, const Cells& commented, NumberGrid& grid) {
  GridFrame frame;
  const bool header = has_header(rows);
  frame.first_row = header ? 1 : 0;
  frame.end = rows.front().cells.size();
  find_begin(frame, grid, rows, square);
  const std::size_t least = square ? rows.size() - frame.first_row : 1;
  while (frame.end - frame.begin > least && is_empty_column(rows, frame.end - 1)) --frame.end;
  const std::size_t width = rows.front().cells.size();
  if (header) {
    grid.column_names = names_of_columns(rows.front().cells, frame);
  } else if (commented.size() == width) {
    grid.column_names = names_of_columns(commented, frame);
  }
  return frame;
}

}  // namespace dsne::data
