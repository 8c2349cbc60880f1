#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/errors.h"
#include "data/cell.h"
#include "data/names/known_names.h"
#include "data/table.h"
#include "data/text/number_style.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"

namespace dsne::data {

/// The layout of a text table, from a first pass.
struct TextLayout {
  char delimiter = ',';
  NumberStyle style;
  bool header = false;                       ///< whether a row holds the columns' names
  std::vector<std::string> names;            ///< the columns' names, if there is a header
  std::vector<ColumnRole> roles;             ///< by their names
  std::map<std::size_t, std::string> units;  ///< of columns, as a row below the header states
  std::vector<ColumnKind> kinds;             ///< per column
  /// The cells of the columns that may hold ids: the first ones, those with such names, and others
  /// of texts or whole numbers.
  std::map<std::size_t, std::vector<std::string>> cells;
  std::vector<std::size_t> row_numbers;  ///< where these cells' rows stand in the file, from 1
  std::set<std::size_t> skipped;         ///< rows among the data that are none: sums and means
  std::size_t first_row = 0;       ///< the first row that may hold data, from 1, header included
  std::size_t last_row = 0;        ///< the last row of data
  std::vector<std::string> notes;  ///< what was skipped or guessed, in sentences

  std::size_t columns() const { return kinds.size(); }
  const std::vector<std::string>& first_column() const { return cells.at(0); }
};

/// Returns the text's own delimiter (TextInput), else the one with which most of the first rows
/// have the same number of cells, at least two: tab, semicolon, comma, bar or blanks. If several
/// fit, prefers the one that gives more numbers, then the first in this order.
/// @param fallback the delimiter if none of these fits
char find_delimiter(const TextInput& text, char fallback, const Source& source);

/// Finds the delimiter, the header and the number of columns from a table's first rows; see
/// find_layout.
/// @throws InputError when all rows are empty
TextLayout find_header(const TextInput& text, Header header, const Source& source);

/// Reads the whole table once to learn its layout. Skips blank rows, and titles and comments (#)
/// above the header. A second row of text below the header (descriptions, units) is skipped, or
/// joined to the names if these are otherwise not unique. A header one cell shorter than the rows
/// has no name for the first column, as from R's write.table. Skips rows of means and deviations,
/// also between groups of rows, and sums and footnotes below the table. A row with only its first
/// cell may be without the following delimiters.
/// @throws InputError when the table is empty, has no row of data, is ragged, is not text, its
///   numbers are ambiguous, or it states another number of rows than it has
TextLayout find_layout(const TextInput& text, Header header, const Source& source);

/// Visits the rows of data in order: whole, short (is_short) or empty ones, but no repeated header.
/// @throws InputError when the file has lost rows since its layout was found
void visit_rows(const TextInput& text, const TextLayout& layout, const Source& source,
                const std::function<void(const RecordReader& row)>& visit);

/// Reads these columns' cells, by the rows of data that are whole.
std::map<std::size_t, std::vector<std::string>> cells_by_row(
    const TextInput& text, const TextLayout& layout, const std::vector<std::size_t>& columns,
    const Source& source);

/// Returns the numbers of rows for a sentence: "3, 4, 7", the first ten.
std::string row_list(const std::vector<std::size_t>& rows);

/// Returns whether a record is its first cell only, without the following delimiters.
bool is_short(const RecordReader& record, std::size_t columns);

}  // namespace dsne::data
