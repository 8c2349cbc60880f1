#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// One subject's numbers as a file has them: a matrix, or series.
struct NumberGrid {
  Matrix values;                          ///< NaN where a value is missing; infinities stay
  std::vector<std::string> row_names;     ///< what the first column names rows; empty without
  std::vector<std::string> column_names;  ///< what the header names columns; empty without
  std::vector<std::size_t> rows;          ///< where each row stands in the file, from 1
  std::size_t first_column = 1;           ///< where the first column of numbers stands, from 1
  bool rows_begin_empty = false;          ///< each row begins with an empty cell, as AFNI writes
                                          ///< time points
  std::vector<std::string> findings;      ///< how the file was read, where that is to be told; each
                                          ///< a clause that does not depend on the subject
};

/// What a file of numbers is expected to hold.
enum class GridShape { square, any };

/// Reads a text table (open_text) or `.npy` of numbers alone, with or without names of its rows and
/// columns.
///
/// Names are a first row or column of text, or a comment of names right above the numbers
/// (numpy.savetxt). Numbers that count or number an atlas's regions in a first row or column are no
/// values (pandas); those that count are no names, nor are V1, V2, … (R) or Var1, Var2, … (MATLAB).
/// Lines that begin with # are skipped (MRtrix, AFNI), and so is an empty last cell of every row.
/// Numbers may have decimal commas.
/// @param input how errors name the file
/// @throws InputError when the file is of another kind, empty or ragged, a cell is text, or a name
///   is missing
NumberGrid read_number_grid(const boost::filesystem::path& file, GridShape shape,
                            const std::string& input);

}  // namespace dsne::data
