#pragma once

#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// The treatment of a row with a missing value.
enum class Missing { error, drop, impute };

/// Returns the values of a column that are not NaN, in their order.
std::vector<double> present_values(const Matrix& values, Eigen::Index column);

/// Returns each column's median over these (1 × features); NaN if there are fewer than `least`,
/// which is at least 1.
RowVector present_medians(const Matrix& values, Eigen::Index least);

/// Replaces missing values (NaN) by those of a row (1 × features).
Matrix filled(Matrix values, const RowVector& fill);

/// Returns present_medians, each over at least one value.
/// @throws InputError naming a column without any value
RowVector column_medians(const Table& table, const std::string& input);

/// Returns the table without missing values: throws an error that names the first one's row and
/// column, drops the rows that have any, or replaces them by `medians` (the reference's).
/// @throws InputError with Missing::error, or when no row is left
Table resolve_missing(Table table, Missing missing, const RowVector& medians,
                      const std::string& input);

}  // namespace dsne::data
