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
  bool rows_begin_empty =
      false;  ///< each row begins with an empty cell, as AFNI writes time points
};

/// Reads a text table or `.npy` of numbers alone, with or without names of its rows and columns.
///
/// Names are a first row or column of text. Numbers that count from 0 or 1 in a first row or column
/// are no values and no names (pandas), nor are names such as V1, V2, … (R) or Var1, Var2, …
/// (MATLAB). Lines that begin with # are skipped (MRtrix, AFNI), and so is an empty last cell of
/// every row.
/// @param input how errors name the file
/// @throws InputError when the file is of another kind (other_file_kind), empty or ragged, or a
/// cell
///   is text
NumberGrid read_number_grid(const boost::filesystem::path& file, const std::string& input);

/// Whether names do no more than count time points: t1, t2, …, "TR 0", vol0001, "0[?]", 2.0, 4.0.
bool count_time_points(const std::vector<std::string>& names);

}  // namespace dsne::data
