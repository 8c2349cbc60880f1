#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "data/cell.h"
#include "data/table.h"

namespace dsne::data {

/// What a first pass over a text table finds out.
struct TextLayout {
  char delimiter = ',';
  bool header = false;             ///< the first row holds the columns' names
  std::vector<std::string> names;  ///< the columns' names, where there is a header
  std::vector<CellKind> kinds;     ///< per column, what its first value that is not missing is;
                                   ///< CellKind::missing where it has none
  std::size_t first_row = 0;       ///< the first row of data, from 1, header included
  std::size_t last_row = 0;        ///< the last row of data; blank lines behind it do not count
};

/// The delimiter that fits the first two rows: one that splits them into the same number of cells,
/// or else one that splits the first.
/// @param fallback the delimiter of a file without tab, semicolon and comma
char find_delimiter(std::istream& in, char fallback, const std::string& input);

/// Reads the whole table once to learn its layout, keeping none of its data.
/// @throws InputError when the table is empty, has no row of data, is ragged or is not text
TextLayout find_layout(std::istream& in, Header header, const std::string& input);

}  // namespace dsne::data
