#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/record_reader.h"

namespace dsne::data {

/// Returns whether texts are whole numbers that count from 0 or 1: 0, 1, 2, …
bool count_up(const std::vector<std::string>& texts);

/// Returns whether texts are increasing whole numbers, like those of an atlas's regions.
bool are_increasing_labels(const std::vector<std::string>& texts);

/// Returns whether texts are increasing numbers, like times.
bool are_increasing(const std::vector<std::string>& texts);

/// Returns whether texts are evenly spaced numbers, like times.
bool are_evenly_spaced(const std::vector<std::string>& texts);

/// Returns whether a program made up the names: 0, 1, …; V1, V2, … (R); Var1, … (MATLAB).
bool are_made_up(const std::vector<std::string>& names);

/// Returns whether names differ only by a number that counts up: "a_0.txt", "a_1.txt".
bool are_counted(const std::vector<std::string>& names);

/// Returns whether names only count time points: t1, t2, …, "TR 0", vol0001, "0[?]" (AFNI's
/// sub-bricks), 2.0, 4.0, an image's volumes ("bold.nii.gz[0]").
bool count_time_points(const std::vector<std::string>& names);

/// Returns whether a column's name says that it numbers time points or rows: "time", "TR", "".
bool names_time(const std::string& name);

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
