#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/record_reader.h"

namespace dsne::data {

/// The position of a file's numbers, and the names around them.
struct GridFrame {
  std::size_t first_row = 0;              ///< 1 if the first row names or numbers the columns
  std::size_t begin = 0;                  ///< the first column of numbers
  std::size_t end = 0;                    ///< one past the last
  std::vector<std::string> row_names;     ///< from the first column; empty if there are none
  std::vector<std::string> column_names;  ///< from the first row; empty if there are none
  bool rows_begin_empty = false;          ///< each row begins with an empty cell (AFNI)
};

/// Finds a header, a column of names, an index, and empty columns at the sides.
/// @param rows at least one, all of one width
/// @param square whether a square matrix is expected, whose empty first or last column is a region
///   without values
/// @param commented names from a comment directly above the rows; may be empty
GridFrame find_grid_frame(const std::vector<NumberedRow>& rows, bool square,
                          const std::vector<std::string>& commented);

}  // namespace dsne::data
