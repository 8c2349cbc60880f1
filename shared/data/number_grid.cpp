#include "data/number_grid.h"

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cctype>
#include <cmath>
#include <limits>
#include <locale>
#include <optional>
#include <set>
#include <sstream>

#include "core/errors.h"
#include "data/cell.h"
#include "data/file_kind.h"
#include "data/input_file.h"
#include "data/npy.h"
#include "data/record_reader.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

using Eigen::Index;
using Cells = std::vector<std::string>;

/// The cells of a file, row by row.
struct Rows {
  std::vector<Cells> cells;
  std::vector<std::size_t> numbers;  ///< where each row stands in the file, from 1
};

/// The text with the comments' lines empty, so that the others keep their numbers.
std::string without_comments(std::istream& in) {
  std::string text;
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line[begin] != '#') text += line;
    text += '\n';
  }
  return text;
}

Rows read_rows(std::istream& in, const std::string& input) {
  std::istringstream text(without_comments(in));
  RecordReader reader(text, find_delimiter(text, RecordReader::blanks, input), input);
  Rows rows;
  while (reader.next_filled()) {
    rows.numbers.push_back(reader.row());
    Cells& cells = rows.cells.emplace_back();
    for (std::size_t c = 0; c < reader.size(); ++c) cells.emplace_back(reader[c]);
  }
  if (rows.cells.empty()) throw InputError(input + " is empty");
  return rows;
}

CellKind kind(const std::string& cell) { return read_cell(cell).kind; }
bool is_text(const std::string& cell) { return kind(cell) == CellKind::text; }

/// Whether cells count from 0 or from 1.
bool count_up(Cells::const_iterator begin, Cells::const_iterator end) {
  if (begin == end) return false;
  double expected = read_cell(*begin).number;
  if (expected != 0 && expected != 1) return false;
  return std::all_of(begin, end, [&expected](const std::string& text) {
    const Cell cell = read_cell(text);
    return cell.kind == CellKind::number && cell.number == expected++;
  });
}

/// The longest prefix without digits that all names share, and what follows counts up.
std::optional<std::string> counted_prefix(const Cells& names) {
  if (names.empty()) return std::nullopt;
  const std::string prefix = names.front().substr(0, names.front().find_first_of("0123456789"));
  Cells numbers;
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) return std::nullopt;
    numbers.push_back(name.substr(prefix.size()));
  }
  if (!count_up(numbers.begin(), numbers.end())) return std::nullopt;
  return boost::algorithm::to_lower_copy(prefix, std::locale::classic());
}

/// Names that a program gave for want of any.
bool are_made_up(const Cells& names) {
  static const std::set<std::string> prefixes = {"", "v", "x", "var", "column", "col", "c"};
  const auto prefix = counted_prefix(names);
  return prefix && prefixes.contains(*prefix);
}

bool column_is(const Rows& rows, std::size_t from, std::size_t column,
               bool (*test)(const std::string&)) {
  return std::all_of(rows.cells.begin() + static_cast<Index>(from), rows.cells.end(),
                     [&](const Cells& cells) { return test(cells[column]); });
}

Cells column_of(const Rows& rows, std::size_t from, std::size_t column) {
  Cells cells;
  for (std::size_t r = from; r < rows.cells.size(); ++r) cells.push_back(rows.cells[r][column]);
  return cells;
}

/// Every row as wide as the last: an empty cell too many at a row's end goes, one too few comes,
/// and a first row without a name for the first column gets an empty one.
void make_even(Rows& rows, const std::string& input) {
  const std::size_t width = rows.cells.back().size();
  const bool ends_empty = rows.cells.back().back().empty();
  for (std::size_t r = 0; r < rows.cells.size(); ++r) {
    Cells& cells = rows.cells[r];
    if (cells.size() == width + 1 && cells.back().empty()) cells.pop_back();
    if (cells.size() + 1 == width && ends_empty) cells.emplace_back();
    if (cells.size() + 1 == width && r == 0) cells.insert(cells.begin(), "");
    if (cells.size() == width) continue;
    throw InputError(input + " row " + std::to_string(rows.numbers[r]) + " has " +
                     std::to_string(cells.size()) + " instead of " + std::to_string(width) +
                     " columns");
  }
}

/// Whether all other values are whole numbers, so that a first row that counts may be one of them.
bool holds_whole_numbers(const Rows& rows) {
  for (std::size_t r = 1; r < rows.cells.size(); ++r) {
    for (const std::string& text : rows.cells[r]) {
      const Cell cell = read_cell(text);
      if (cell.kind == CellKind::number && cell.number != std::trunc(cell.number)) return false;
    }
  }
  return true;
}

/// Whether the first row has text where the second has none, in most columns: one text among
/// numbers is a mistake.
bool heads_with_text(const Rows& rows) {
  const Cells& first = rows.cells[0];
  const Cells& second = rows.cells[1];
  std::size_t columns = 0;
  std::size_t texts = 0;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (is_text(second[c])) continue;
    ++columns;
    texts += is_text(first[c]) ? 1 : 0;
  }
  return texts > 0 && 2 * texts >= columns;
}

/// Whether the first column repeats the first row, behind a corner that is no number.
bool names_rows_as_columns(const Rows& rows) {
  const Cells& first = rows.cells.front();
  return first.size() > 2 && kind(first.front()) != CellKind::number &&
         column_of(rows, 1, 0) == Cells(first.begin() + 1, first.end());
}

bool are_evenly_spaced(Cells::const_iterator begin, Cells::const_iterator end) {
  constexpr double tolerance = 1e-3;
  double before = 0;
  double step = 0;
  for (auto cell = begin; cell != end; ++cell) {
    const Cell read = read_cell(*cell);
    if (read.kind != CellKind::number) return false;
    if (cell == begin + 1) step = read.number - before;
    if (cell > begin + 1 && !(std::abs(read.number - before - step) <= tolerance * step)) {
      return false;
    }
    before = read.number;
  }
  return step > 0;
}

/// Whether the first row has times, over rows that have names.
bool heads_with_times(const Rows& rows) {
  const Cells& first = rows.cells.front();
  const bool square = rows.cells.size() + 1 == first.size();
  return first.size() > 3 && !square && kind(first.front()) != CellKind::number &&
         column_is(rows, 1, 0, is_text) && are_evenly_spaced(first.begin() + 1, first.end());
}

/// Whether the first row names or numbers the columns.
bool has_header(const Rows& rows) {
  const Cells& first = rows.cells.front();
  if (rows.cells.size() < 2 || first.size() < 2) return false;
  if (heads_with_text(rows) || names_rows_as_columns(rows) || heads_with_times(rows)) return true;
  if (kind(first.front()) != CellKind::number && count_up(first.begin() + 1, first.end())) {
    const Cells index = column_of(rows, 1, 0);
    return count_up(index.begin(), index.end()) || std::any_of(index.begin(), index.end(), is_text);
  }
  if (!count_up(first.begin(), first.end()) || rows.cells.size() == first.size()) return false;
  return rows.cells.size() == first.size() + 1 || !holds_whole_numbers(rows);
}

/// What a first column that names time points is called.
bool names_time(const std::string& name) {
  static const std::set<std::string> names = {"",       "time",  "t",     "tr",        "volume",
                                              "frame",  "index", "scan",  "timepoint", "time_point",
                                              "sample", "x",     "onset", "unnamed: 0"};
  return names.contains(boost::algorithm::to_lower_copy(name, std::locale::classic()));
}

/// Whether the first column numbers the rows.
bool has_index(const Rows& rows, bool header) {
  const std::size_t from = header ? 1 : 0;
  const std::size_t height = rows.cells.size() - from;
  const std::size_t width = rows.cells.front().size();
  if (height < 2 || width < 2) return false;
  const Cells column = column_of(rows, from, 0);
  const bool counts = count_up(column.begin(), column.end());
  if (!header) return counts && width == height + 1;
  const std::string& corner = rows.cells.front().front();
  if (kind(corner) == CellKind::number) return false;
  return (counts && (width == height + 1 || kind(corner) == CellKind::missing)) ||
         (names_time(corner) && (counts || are_evenly_spaced(column.begin(), column.end())));
}

/// Whether a column at an end of every row is empty and stands for nothing. An empty first or last
/// region of a square matrix does stand for something.
bool is_padding(const Rows& rows, bool header, std::size_t column) {
  const std::size_t width = rows.cells.front().size();
  const std::size_t from = header ? 1 : 0;
  if (width < 2) return false;
  if (header && !rows.cells.front()[column].empty()) return false;
  if (!header && rows.cells.size() == width) return false;
  return column_is(rows, from, column, [](const std::string& cell) { return cell.empty(); });
}

/// How many columns at the beginning hold text.
std::size_t count_text_columns(const Rows& rows, std::size_t from) {
  const std::size_t width = rows.cells.front().size();
  std::size_t count = 0;
  while (count + 1 < width) {
    const Cells column = column_of(rows, from, count);
    const auto texts = std::count_if(column.begin(), column.end(), is_text);
    if (2 * texts < std::ssize(column) || texts == 0) break;
    ++count;
  }
  return count;
}

bool are_different(const Cells& names) {
  return std::set<std::string>(names.begin(), names.end()).size() == names.size();
}

Cells checked_names(const Cells& names, const std::vector<std::size_t>& rows, std::size_t first,
                    bool across, const std::string& input) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t row = across ? rows.front() : rows[i];
    const std::size_t column = across ? first + i : 1;
    if (names[i].empty()) throw cell_error(input, row, column, "a name is missing");
    checked_text(names[i], input, row, column);
  }
  return names;
}

/// Which cells are numbers, and what the others are.
struct Frame {
  bool header = false;
  std::size_t begin = 0;  ///< the first column of numbers
  std::size_t end = 0;    ///< behind the last
  bool rows_begin_empty = false;
  Cells row_names = {};

  std::size_t first_row() const { return header ? 1 : 0; }
};

Frame frame_of(const Rows& rows) {
  Frame frame;
  frame.header = has_header(rows);
  frame.end = rows.cells.front().size();
  if (is_padding(rows, frame.header, frame.end - 1)) --frame.end;
  if (is_padding(rows, frame.header, 0)) {
    frame.rows_begin_empty = true;
    frame.begin = 1;
  } else if (frame.header && names_rows_as_columns(rows)) {
    frame.row_names = column_of(rows, 1, 0);
    frame.begin = 1;
  } else if (has_index(rows, frame.header)) {
    frame.begin = 1;
  } else {
    frame.begin = count_text_columns(rows, frame.first_row());
    const Cells names = frame.begin > 0 ? column_of(rows, frame.first_row(), 0) : Cells();
    // Of several columns of text the first may name the file of every row (AFNI).
    if (frame.begin == 1 || are_different(names)) frame.row_names = names;
  }
  return frame;
}

Matrix values_of(const Rows& rows, const Frame& frame, const std::string& input) {
  Matrix values(std::ssize(rows.cells) - static_cast<Index>(frame.first_row()),
                static_cast<Index>(frame.end - frame.begin));
  for (std::size_t r = frame.first_row(); r < rows.cells.size(); ++r) {
    for (std::size_t c = frame.begin; c < frame.end; ++c) {
      const Cell cell = read_cell(rows.cells[r][c]);
      if (cell.kind == CellKind::text) {
        throw cell_error(input, rows.numbers[r], c + 1, "not a number");
      }
      values(static_cast<Index>(r - frame.first_row()), static_cast<Index>(c - frame.begin)) =
          cell.kind == CellKind::missing ? std::numeric_limits<double>::quiet_NaN() : cell.number;
    }
  }
  return values;
}

NumberGrid grid_of(const Rows& rows, const std::string& input) {
  const Frame frame = frame_of(rows);
  NumberGrid grid;
  grid.values = values_of(rows, frame, input);
  grid.rows.assign(rows.numbers.begin() + static_cast<Index>(frame.first_row()),
                   rows.numbers.end());
  grid.first_column = frame.begin + 1;
  grid.rows_begin_empty = frame.rows_begin_empty;
  if (!are_made_up(frame.row_names)) {
    grid.row_names = checked_names(frame.row_names, grid.rows, 1, false, input);
  }
  if (!frame.header) return grid;
  const Cells& first = rows.cells.front();
  const Cells names(first.begin() + static_cast<Index>(frame.begin),
                    first.begin() + static_cast<Index>(frame.end));
  if (!are_made_up(names)) {
    grid.column_names = checked_names(names, rows.numbers, frame.begin + 1, true, input);
  }
  return grid;
}

NumberGrid read_npy_grid(std::istream& in, const std::string& input) {
  NumberGrid grid;
  grid.values = read_npy(in, input, Infinities::kept);
  for (Index row = 1; row <= grid.values.rows(); ++row) {
    grid.rows.push_back(static_cast<std::size_t>(row));
  }
  return grid;
}

}  // namespace

NumberGrid read_number_grid(const boost::filesystem::path& file, const std::string& input) {
  auto in = open_input(file, input);
  if (is_npy(in)) return read_npy_grid(in, input);
  if (const std::string what = other_file_kind(file); !what.empty()) {
    throw InputError(input + " is " + what);
  }
  Rows rows = read_rows(in, input);
  make_even(rows, input);
  return grid_of(rows, input);
}

bool count_time_points(const std::vector<std::string>& names) {
  static const std::set<std::string> prefixes = {
      "t",     "tr",        "tr ",        "tr_",         "time",       "time_", "time ",  "vol",
      "vol_",  "volume",    "volume_",    "frame",       "frame_",     "scan",  "scan_",  "tp",
      "tp_",   "timepoint", "timepoint_", "time_point_", "timepoint ", "t_",    "sample", "sample_",
      "time.", "dynamic",   "dynamic_",   "time point ", "volume "};
  if (names.size() < 2) return false;
  Cells trimmed = names;
  for (std::string& name : trimmed) {
    if (name.ends_with("[?]")) name.resize(name.size() - 3);  // AFNI's sub-bricks
  }
  const auto prefix = counted_prefix(trimmed);
  if (prefix && (prefix->empty() || prefixes.contains(*prefix))) return true;
  return are_evenly_spaced(trimmed.begin(), trimmed.end());
}

}  // namespace dsne::data
