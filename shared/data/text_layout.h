#pragma once

#include <cstddef>
#include <istream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/cell.h"
#include "data/number_style.h"
#include "data/record_reader.h"
#include "data/table.h"
#include "data/text_input.h"

namespace dsne::data {

/// What a first pass over a text table finds out.
struct TextLayout {
  char delimiter = ',';
  NumberStyle style;
  bool header = false;             ///< a row holds the columns' names
  std::vector<std::string> names;  ///< the columns' names, where there is a header
  std::vector<ColumnKind> kinds;   ///< per column
  /// The cells, row by row, of the columns that may hold ids: the first ones, and those whose names
  /// say so.
  std::map<std::size_t, std::vector<std::string>> cells;
  std::size_t first_row = 0;       ///< the first row that may hold data, from 1, header included
  std::size_t last_row = 0;        ///< the last row of data
  std::vector<std::string> notes;  ///< what was skipped or guessed, in sentences

  std::size_t columns() const { return kinds.size(); }
  const std::vector<std::string>& first_column() const { return cells.at(0); }
};

/// The delimiter under which most of the first rows have the same number of cells, two at least:
/// tab, semicolon, comma, bar or blanks. Where several fit, the one that gives more numbers, then
/// the first in this order.
/// @param fallback the delimiter of a file that none of these splits
char find_delimiter(std::istream& in, char fallback, const std::string& input);

/// Reads the whole table once to learn its layout. Skipped are blank rows, and above the header
/// titles and comments (#); a second row of text below the header (descriptions, units) is skipped,
/// or joined to the names where these are not different without it. A header that is one cell
/// shorter than the rows has no name for the first column, as R's write.table makes it. Below the
/// table, rows of sums or means and footnotes are skipped. A row that holds its first cell alone
/// may lack the delimiters behind it.
/// @throws InputError when the table is empty, has no row of data, is ragged, is not text, or
/// writes
///   numbers in a way that has two meanings
TextLayout find_layout(const TextInput& text, Header header, const std::string& input);

/// The numbers of rows for a sentence: "3, 4, 7", the first ten.
std::string row_list(const std::vector<std::size_t>& rows);

/// Whether a record holds its first cell alone, without the delimiters behind it.
bool is_short(const RecordReader& record, std::size_t columns);

/// Whether a record is the header once more, as where files were put together.
bool repeats_header(const RecordReader& record, const std::vector<std::string>& names);

/// Whether every cell of a record is empty: a row that holds nothing.
bool is_empty(const RecordReader& record);

}  // namespace dsne::data
