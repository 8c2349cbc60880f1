#pragma once

#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// What to do with a row in which a value is missing.
enum class Missing { error, drop, impute };

/// The values of a column that are there, not NaN, in their order.
std::vector<double> present_values(const Matrix& values, Eigen::Index column);

/// Each column's median over these (1 × features); NaN where there are fewer than `least`, at
/// least 1.
RowVector present_medians(const Matrix& values, Eigen::Index least);

/// The values with those of a row (1 × features) in the gaps, which are NaN.
Matrix filled(Matrix values, const RowVector& fill);

/// present_medians, each of at least one value.
/// @throws InputError naming the column when a column has no value at all
RowVector column_medians(const Table& table, const std::string& input);

/// The table without missing values: an error that names the first one's row and column, the rows
/// without any, or every row with `medians` (the reference's) in the gaps.
/// @throws InputError with Missing::error, or when no row is left
Table resolve_missing(Table table, Missing missing, const RowVector& medians,
                      const std::string& input);

}  // namespace dsne::data
