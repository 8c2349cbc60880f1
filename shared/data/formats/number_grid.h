#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/matrix.h"
#include "data/text/record_reader.h"

namespace dsne::data {

/// The numbers of a subject's file: a matrix, or time series.
struct NumberGrid {
  Matrix values;                          ///< NaN where missing; infinities are kept
  std::vector<std::string> row_names;     ///< from the first column; empty if there are none
  std::vector<std::string> column_names;  ///< from the header; empty if there are none
  std::vector<std::size_t> rows;          ///< each row's number in the file, from 1
  std::size_t first_column = 1;           ///< the number of the first column of numbers, from 1
  bool rows_begin_empty = false;          ///< each row begins with an empty cell, as AFNI writes
                                          ///< time points
  std::vector<std::string> findings;  ///< how the file was read, if worth reporting; clauses that
                                      ///< do not depend on the subject
};

/// The expected shape of a file of numbers.
enum class GridShape { square, any };

/// Reads a text table (open_text) or `.npy` of numbers only, with or without names of rows and
/// columns.
///
/// Names are a first row or column of text, or a comment of names directly above the numbers
/// (numpy.savetxt). Numbers in a first row or column that count, or number an atlas's regions, are
/// not values (pandas). Counting numbers are not names either, nor are V1, V2, … (R) and Var1,
/// Var2, … (MATLAB). Skips lines that begin with # (MRtrix, AFNI), and an empty last cell of every
/// row. Accepts decimal commas.
/// @param source names the file in errors
/// @throws InputError when the file is of another kind, empty or ragged, a cell is text, or a name
///   is missing
NumberGrid read_number_grid(const boost::filesystem::path& file, GridShape shape,
                            const Source& source);

/// Returns whether names differ only by a number that counts up: "a_0.txt", "a_1.txt".
bool are_counted(const std::vector<std::string>& names);

/// Returns whether names only count time points: t1, t2, …, "TR 0", vol0001, "0[?]" (AFNI's
/// sub-bricks), 2.0, 4.0, an image's volumes ("bold.nii.gz[0]").
bool count_time_points(const std::vector<std::string>& names);

/// The position of a file's numbers.
struct GridFrame {
  std::size_t first_row = 0;  ///< 1 if the first row names or numbers the columns
  std::size_t begin = 0;      ///< the first column of numbers
  std::size_t end = 0;        ///< one past the last
};

/// Finds a header, a column of names, an index, and empty columns at the sides, and gives the grid
/// the names.
/// @param rows at least one, all of one width
/// @param square whether a square matrix is expected, whose empty first or last column is a region
///   without values
/// @param commented names from a comment directly above the rows; may be empty
GridFrame find_grid_frame(const std::vector<NumberedRow>& rows, bool square,
                          const std::vector<std::string>& commented, NumberGrid& grid);

}  // namespace dsne::data
