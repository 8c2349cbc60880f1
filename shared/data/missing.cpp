#include "data/missing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "data/cell.h"
#include "data/quantile.h"

namespace dsne::data {
namespace {

using Eigen::Index;

void refuse(const Table& table, const std::string& input) {
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (Index column = 0; column < table.values.cols(); ++column) {
      if (std::isnan(table.values(row, column))) {
        throw cell_error(
            input, table.rows[static_cast<std::size_t>(row)],
            table.columns[static_cast<std::size_t>(column)],
            "a missing value: fill it or leave the row out, or ask the run's owner to set "
            "missing to drop or impute");
      }
    }
  }
}

void drop(Table& table, const std::string& input) {
  std::vector<std::size_t> kept;
  for (Index row = 0; row < table.values.rows(); ++row) {
    if (!table.values.row(row).hasNaN()) kept.push_back(static_cast<std::size_t>(row));
  }
  if (kept.empty()) throw InputError(input + " has no row without a missing value");
  table.values = Matrix(table.values(kept, Eigen::all));
  for (auto* texts : {&table.ids, &table.persons, &table.labels}) *texts = chosen(*texts, kept);
  table.rows = chosen(table.rows, kept);
}

}  // namespace

std::vector<double> present_values(const Matrix& values, Index column) {
  std::vector<double> present;
  for (const double value : values.col(column)) {
    if (!std::isnan(value)) present.push_back(value);
  }
  return present;
}

std::vector<double> sorted_values(const Matrix& values, Index column) {
  std::vector<double> sorted = present_values(values, column);
  std::ranges::sort(sorted);
  return sorted;
}

RowVector present_medians(const Matrix& values, Index least) {
  RowVector medians = RowVector::Constant(values.cols(), std::numeric_limits<double>::quiet_NaN());
  for (Index column = 0; column < values.cols(); ++column) {
    const std::vector<double> sorted = sorted_values(values, column);
    if (std::ssize(sorted) >= least) medians(column) = quantile(sorted, 0.5);
  }
  return medians;
}

Matrix filled(Matrix values, const RowVector& fill) {
  for (auto row : values.rowwise()) row = row.array().isNaN().select(fill, row);
  return values;
}

RowVector column_medians(const Table& table, const std::string& input) {
  RowVector medians = present_medians(table.values, 1);
  for (Index column = 0; column < medians.size(); ++column) {
    if (!std::isnan(medians(column))) continue;
    throw InputError(input + " column " +
                     std::to_string(table.columns[static_cast<std::size_t>(column)]) +
                     " has no value at all");
  }
  return medians;
}

Table resolve_missing(Table table, Missing missing, const RowVector& medians,
                      const std::string& input) {
  switch (missing) {
    case Missing::error:
      refuse(table, input);
      break;
    case Missing::drop:
      drop(table, input);
      break;
    case Missing::impute:
      table.values = filled(std::move(table.values), medians);
      break;
  }
  return table;
}

}  // namespace dsne::data
