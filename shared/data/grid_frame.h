#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dsne::data {

/// The cells of a file, row by row.
struct CellRows {
  std::vector<std::vector<std::string>> cells;
  std::vector<std::size_t> numbers;  ///< where each row stands in the file, from 1
};

/// Where the numbers of a file are, and what stands around them.
struct GridFrame {
  std::size_t first_row = 0;              ///< 1 where the first row names or numbers the columns
  std::size_t begin = 0;                  ///< the first column of numbers
  std::size_t end = 0;                    ///< behind the last
  std::vector<std::string> row_names;     ///< what the first column names rows; empty without
  std::vector<std::string> column_names;  ///< what the first row names columns; empty without
  bool rows_begin_empty = false;          ///< each row begins with an empty cell (AFNI)
};

/// Finds a header, a column of names, an index, and empty columns at the sides.
/// @param rows   at least one, all of one width
/// @param square whether a square matrix is expected: the empty first or last column of one is a
///   region without values
/// @param commented names of a comment right above the rows; empty without
GridFrame find_grid_frame(const CellRows& rows, bool square,
                          const std::vector<std::string>& commented);

}  // namespace dsne::data
