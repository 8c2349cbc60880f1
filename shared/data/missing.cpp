#include "data/missing.h"

#include <algorithm>
#include <cmath>
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
        throw cell_error(input, table.rows[static_cast<std::size_t>(row)],
                         table.columns[static_cast<std::size_t>(column)], "a missing value");
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
  if (!table.labels.empty()) table.labels.resize(rows);
  table.rows.resize(rows);
}

void impute(Table& table, const RowVector& medians) {
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (Index column = 0; column < table.values.cols(); ++column) {
      double& value = table.values(row, column);
      if (std::isnan(value)) value = medians(column);
    }
  }
}

}  // namespace

RowVector column_medians(const Table& table, const std::string& input) {
  RowVector medians(table.values.cols());
  std::vector<double> present;
  for (Index column = 0; column < medians.size(); ++column) {
    present.clear();
    for (const double value : table.values.col(column)) {
      if (!std::isnan(value)) present.push_back(value);
    }
    if (present.empty()) {
      throw InputError(input + " column " +
                       std::to_string(table.columns[static_cast<std::size_t>(column)]) +
                       " has no value at all");
    }
    std::sort(present.begin(), present.end());
    medians(column) = quantile(present, 0.5);
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
      impute(table, medians);
      break;
  }
  return table;
}

}  // namespace dsne::data
