#pragma once

#include <string>

#include "data/table.h"

namespace dsne::data {

/// What to do with a row in which a value is missing.
enum class Missing { error, drop, impute };

/// Each column's median over the values that are there (1 × features).
/// @throws InputError naming the column when a column has no value at all
RowVector column_medians(const Table& table, const std::string& input);

/// The table without missing values: an error that names the first one's row and column, the rows
/// without any, or every row with `medians` (the reference's) in the gaps.
/// @throws InputError with Missing::error, or when no row is left
Table resolve_missing(Table table, Missing missing, const RowVector& medians,
                      const std::string& input);

}  // namespace dsne::data
