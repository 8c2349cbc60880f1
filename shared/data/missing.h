#pragma once

#include <string>
#include <vector>

#include "core/errors.h"
#include "data/table.h"

namespace dsne::data {

/// Returns the quantile of sorted values, interpolated linearly between the two nearest (numpy's
/// default).
/// @pre sorted is not empty, 0 <= share <= 1
double quantile(const std::vector<double>& sorted, double share);

/// Returns the interquartile range of sorted values as the standard deviation of a normal
/// distribution. @pre sorted is not empty
double interquartile_deviation(const std::vector<double>& sorted);

/// Returns the median of the absolute values that are not 0; 1 without any.
double median_size(std::vector<double> values);

/// The treatment of a row with a missing value.
enum class Missing { error, drop, impute };

/// Returns the values of a column that are not NaN, in their order.
std::vector<double> present_values(const Matrix& values, Eigen::Index column);

/// Returns the same values in rising order.
std::vector<double> sorted_values(const Matrix& values, Eigen::Index column);

/// Returns each column's median over these (1 × features); NaN if there are fewer than `least`,
/// which is at least 1.
RowVector present_medians(const Matrix& values, Eigen::Index least);

/// Replaces missing values (NaN) by those of a row (1 × features).
Matrix filled(Matrix values, const RowVector& fill);

/// Returns present_medians, each over at least one value.
/// @throws InputError naming a column without any value
RowVector column_medians(const Table& table, const Source& source);

/// Returns the table without missing values: throws an error that names the first one's row and
/// column, drops the rows that have any, or replaces them by `medians` (the reference's).
/// @throws InputError with Missing::error, or when no row is left
Table resolve_missing(Table table, Missing missing, const RowVector& medians, const Source& source);

/// Makes values missing that a measure cannot have (known_name), and tells of them in the reading:
/// the value that its program writes for none, and values outside its range where most are inside.
void drop_impossible_values(Table& table);

/// Says which values a measure cannot have, where they stand, and what they count as.
std::string impossible_note(const ImpossibleValues& values);

/// A number that seems to stand for missing values.
struct MissingCode {
  double code = 0;
  std::vector<std::size_t> rows;  ///< where it stands in the column, from 0
};

/// Whether people write this number where a value is missing: -9, -999, 9999 and their like.
bool is_missing_code(double value);

/// The values of a column that are no such numbers and not 0, in order.
std::vector<double> ordinary_values(const Matrix& values, Eigen::Index column);

/// Codes for missing values in a column, and zeros in a few cells, that lie far from all its other
/// values, or several times beyond values that all differ.
std::vector<MissingCode> missing_codes(const Matrix& values, Eigen::Index column);

/// A sentence about codes, zeros excepted, that stand in two cells or more of a measure. They are
/// taken as numbers all the same.
/// @return "" when there are none
std::string missing_codes_note(const Table& table);

}  // namespace dsne::data
