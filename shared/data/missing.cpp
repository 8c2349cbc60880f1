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

void move_row(Table& table, Index from, Index to) {
  if (from == to) return;
  const auto source = static_cast<std::size_t>(from);
  const auto target = static_cast<std::size_t>(to);
  table.values.row(to) = table.values.row(from);
  table.ids[target] = std::move(table.ids[source]);
  if (!table.persons.empty()) table.persons[target] = std::move(table.persons[source]);
  if (!table.labels.empty()) table.labels[target] = std::move(table.labels[source]);
  table.rows[target] = table.rows[source];
}

void drop(Table& table, const std::string& input) {
  Index kept = 0;
  for (Index row = 0; row < table.values.rows(); ++row) {
    if (!table.values.row(row).hasNaN()) move_row(table, row, kept++);
  }
  if (kept == 0) throw InputError(input + " has no row without a missing value");
  const auto rows = static_cast<std::size_t>(kept);
  table.values.conservativeResize(kept, Eigen::NoChange);
  table.ids.resize(rows);
  if (!table.persons.empty()) table.persons.resize(rows);
  if (!table.labels.empty()) table.labels.resize(rows);
  table.rows.resize(rows);
}

}  // namespace

std::vector<double> present_values(const Matrix& values, Index column) {
  std::vector<double> present;
  for (const double value : values.col(column)) {
    if (!std::isnan(value)) present.push_back(value);
  }
  return present;
}

RowVector present_medians(const Matrix& values, Index least) {
  RowVector medians = RowVector::Constant(values.cols(), std::numeric_limits<double>::quiet_NaN());
  for (Index column = 0; column < values.cols(); ++column) {
    std::vector<double> present = present_values(values, column);
    if (std::ssize(present) < least) continue;
    std::sort(present.begin(), present.end());
    medians(column) = quantile(present, 0.5);
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
