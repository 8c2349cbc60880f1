#include "data/formats/number_grid.h"

#include <algorithm>
#include <limits>
#include <sstream>

#include "core/errors.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/formats/npy.h"
#include "data/names/known_names.h"
#include "data/text/number_style.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"

namespace dsne::data {
namespace {

using Eigen::Index;
using Cells = std::vector<std::string>;
using Rows = std::vector<NumberedRow>;

/// A file's lines and what its comments say.
struct Lines {
  std::string text;     ///< with comments' lines empty, so that the others keep their numbers
  std::string comment;  ///< the last one above the first line of numbers, without its #
};

Lines split_comments(std::istream& in) {
  Lines lines;
  std::string line;
  bool begun = false;
  while (std::getline(in, line)) {
    const std::size_t begin = line.find_first_not_of(" \t\xEF\xBB\xBF");
    if (begin == std::string::npos || line[begin] != '#') {
      begun = begun || begin != std::string::npos;
      lines.text += line;
    } else if (!begun) {
      lines.comment = line.substr(begin + 1);
    }
    lines.text += '\n';
  }
  return lines;
}

/// Returns whether every line that is not empty has the mark equally often, at least once.
bool splits_evenly(const std::string& text, char mark) {
  std::istringstream lines(text);
  std::string line;
  std::ptrdiff_t count = 0;
  while (std::getline(lines, line)) {
    const std::ptrdiff_t here = std::ranges::count(line, mark);
    if (line.empty()) continue;
    if (here == 0 || (count != 0 && here != count)) return false;
    count = here;
  }
  return count > 0;
}

/// Finds the delimiter; for rows that are mostly empty, such as a triangle's, the mark that all
/// have.
char delimiter_of(const TextInput& text, const std::string& lines, const Source& source) {
  const char found = find_delimiter(text, RecordReader::blanks, source);
  if (found != RecordReader::blanks) return found;
  for (const char mark : {'\t', ';', ','}) {
    if (splits_evenly(lines, mark)) return mark;
  }
  return found;
}

/// Removes empty rows at the end, as spreadsheets leave them, down to a number of rows.
void drop_empty_rows(Rows& rows, std::size_t least) {
  const auto is_empty = [](const std::string& cell) { return cell.empty(); };
  while (rows.size() > least && std::ranges::all_of(rows.back().cells, is_empty)) rows.pop_back();
}

/// The names in a comment; none when it is a sentence, or numbers.
Cells names_in(const std::string& comment, char delimiter, const Source& source) {
  std::istringstream text(comment);
  RecordReader reader(text, delimiter, source);
  try {
    if (!reader.next_filled()) return {};
  } catch (const InputError&) {
    return {};  // a quote in a sentence
  }
  Cells cells = reader.cells();
  const bool names = std::ranges::all_of(
      cells, [](const std::string& cell) { return read_cell(cell).kind == CellKind::text; });
  return names ? cells : Cells();
}

/// Makes all rows as wide as the last: removes or adds one empty cell at a row's end, and adds one
/// before a first row without a name for the first column.
void make_even(Rows& rows, const Source& source) {
  const std::size_t width = rows.back().cells.size();
  const bool ends_empty = rows.back().cells.back().empty();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Cells& cells = rows[r].cells;
    if (cells.size() == width + 1 && cells.back().empty()) cells.pop_back();
    if (cells.size() + 1 == width && ends_empty) cells.emplace_back();
    if (cells.size() + 1 == width && r == 0) cells.insert(cells.begin(), "");
    if (cells.size() == width) continue;
    throw width_error(source, rows[r].row, cells.size(), width);
  }
}

/// Whether a cell could be a number of another style: "0,5", "1 234", "[1, 2]".
bool may_be_styled(const std::string& cell) {
  const auto is_mark = [](char c) {
    return c == ',' || c == '\'' || c == ' ' || c == '[' || static_cast<unsigned char>(c) >= 0x80;
  };
  return std::ranges::any_of(cell, is_mark) &&
         cell.find_first_of("0123456789") != std::string::npos &&
         read_cell(cell).kind == CellKind::text;
}

bool has_styled_numbers(const Rows& rows) {
  return std::ranges::any_of(
      rows, [](const NumberedRow& row) { return std::ranges::any_of(row.cells, may_be_styled); });
}

/// Rewrites numbers with decimal commas or separated thousands.
void make_plain(Rows& rows, NumberGrid& grid, const Source& source) {
  if (!has_styled_numbers(rows)) return;
  StyleEvidence evidence(rows.front().cells.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].cells.size(); ++c) {
      evidence.add(rows[r].cells[c], rows[r].row, c);
    }
  }
  const NumberStyle style = evidence.decide(source);
  for (NumberedRow& row : rows) {
    for (std::string& cell : row.cells) {
      const Cell number = read_cell(cell, style);
      if (number.kind == CellKind::number) cell = number_text(number.number);
    }
  }
  if (style.decimal_comma) grid.findings.emplace_back("numbers have decimal commas");
}

void check_name(const std::string& name, const Source& source, std::size_t row,
                std::size_t column) {
  if (name.empty()) source.refuse(row, column, "a name is missing");
  checked_text(name, source, row, column);
}

/// @param head the number of the row with the columns' names
void check_grid_names(const NumberGrid& grid, std::size_t head, const Source& source) {
  for (std::size_t i = 0; i < grid.row_names.size(); ++i) {
    check_name(grid.row_names[i], source, grid.rows[i], 1);
  }
  for (std::size_t i = 0; i < grid.column_names.size(); ++i) {
    check_name(grid.column_names[i], source, head, grid.first_column + i);
  }
}

Matrix values_of(const Rows& rows, const GridFrame& frame, const Source& source) {
  const std::size_t height = rows.size() - frame.first_row;
  const std::size_t width = frame.end - frame.begin;
  Matrix values(static_cast<Index>(height), static_cast<Index>(width));
  for (std::size_t r = 0; r < height; ++r) {
    for (std::size_t c = 0; c < width; ++c) {
      const Cell cell = read_cell(rows[frame.first_row + r].cells[frame.begin + c]);
      if (cell.kind == CellKind::text) {
        source.refuse(rows[frame.first_row + r].row, frame.begin + c + 1, "not a number");
      }
      values(static_cast<Index>(r), static_cast<Index>(c)) =
          cell.kind == CellKind::missing ? std::numeric_limits<double>::quiet_NaN() : cell.number;
    }
  }
  return values;
}

NumberGrid read_text_grid(const boost::filesystem::path& file, GridShape shape,
                          const Source& source) {
  const TextInput opened = open_text(file, source);
  const Lines lines = split_comments(*opened);
  const TextInput text{std::make_unique<std::istringstream>(lines.text), {}, opened.delimiter};
  const char delimiter = delimiter_of(text, lines.text, source);
  Rows rows;
  RecordReader reader(*text, delimiter, source);
  while (reader.next_filled()) rows.push_back({reader.row(), reader.cells()});
  if (rows.empty()) source.refuse("is empty");
  // The last row of a square matrix may be empty: that of an upper triangle, below a header.
  const bool square = shape == GridShape::square;
  drop_empty_rows(rows, square ? rows.front().cells.size() + 1 : 1);
  make_even(rows, source);
  NumberGrid grid;
  make_plain(rows, grid, source);
  const GridFrame frame =
      find_grid_frame(rows, square, names_in(lines.comment, delimiter, source), grid);
  grid.values = values_of(rows, frame, source);
  for (std::size_t r = frame.first_row; r < rows.size(); ++r) grid.rows.push_back(rows[r].row);
  grid.first_column = frame.begin + 1;
  check_grid_names(grid, rows.front().row, source);
  if (name_regressors(grid.column_names)) {
    source.refuse(
        "holds the regressors of one scan (fMRIPrep's confounds): bring the regions' "
        "series or their matrix");
  }
  return grid;
}

NumberGrid read_npy_grid(std::istream& in, const Source& source) {
  NumberGrid grid;
  grid.values = read_npy(in, source, Infinities::kept);
  for (Index row = 1; row <= grid.values.rows(); ++row) {
    grid.rows.push_back(static_cast<std::size_t>(row));
  }
  return grid;
}

}  // namespace

NumberGrid read_number_grid(const boost::filesystem::path& file, GridShape shape,
                            const Source& source) {
  auto in = open_input(file, source);
  if (is_npy(in)) return read_npy_grid(in, source);
  return read_text_grid(file, shape, source);
}

}  // namespace dsne::data
