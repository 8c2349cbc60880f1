#pragma once

#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// A number that seems to stand for missing values.
struct MissingCode {
  double code = 0;
  std::vector<Eigen::Index> rows;  ///< where it stands in the column
};

/// Whether people write this number where a value is missing: -9, -999, 9999 and their like.
bool is_missing_code(double value);

/// Codes for missing values in a column, and zeros in a few cells, far from all its other values.
std::vector<MissingCode> missing_codes(const Matrix& values, Eigen::Index column);

/// A sentence about codes, zeros excepted, that stand in two cells or more of a measure. They are
/// taken as numbers all the same.
/// @return "" when there are none
std::string missing_codes_note(const Table& table);

}  // namespace dsne::data
