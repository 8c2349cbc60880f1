#include "data/connectivity.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/region_pairs.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// Whether the entries on one side of the diagonal are all 0 or missing, and some on the other side
/// are not: programs write one triangle alone.
bool is_triangle(const Matrix& matrix, bool lower) {
  bool any = false;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < row; ++column) {
      const double here = lower ? matrix(row, column) : matrix(column, row);
      const double there = lower ? matrix(column, row) : matrix(row, column);
      if (!std::isnan(there) && there != 0) return false;
      any = any || (!std::isnan(here) && here != 0);
    }
  }
  return any;
}

void mirror(Matrix& matrix, bool lower) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < row; ++column) {
      if (lower) {
        matrix(column, row) = matrix(row, column);
      } else {
        matrix(row, column) = matrix(column, row);
      }
    }
  }
}

/// Off the diagonal, which is not used: finite, and the same on both sides. What is missing on one
/// side is taken from the other.
void make_symmetric(Matrix& matrix, const std::string& input) {
  double largest = 0;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      const double value = matrix(row, column);
      if (row == column || std::isnan(value)) continue;
      checked_value(value, input, static_cast<std::size_t>(row) + 1,
                    static_cast<std::size_t>(column) + 1);
      largest = std::max(largest, std::abs(value));
    }
  }
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < row; ++column) {
      double& above = matrix(column, row);
      double& below = matrix(row, column);
      if (std::isnan(above)) above = below;
      if (std::isnan(below)) below = above;
      if (std::abs(above - below) > symmetry_tolerance * largest) {
        throw InputError(input + " is no symmetric matrix: regions " + std::to_string(column + 1) +
                         " and " + std::to_string(row + 1) + " have two values");
      }
    }
  }
}

RegionPairs read_matrix(const boost::filesystem::path& file, const std::string& input) {
  TableFormat format;
  format.plain = true;
  Table subject = read_table(file, input, format);
  Matrix& matrix = subject.values;
  require_numbers(subject, input);
  if (matrix.rows() != matrix.cols()) {
    throw InputError(input + " is no square matrix: it has " + std::to_string(matrix.rows()) +
                     " rows and " + std::to_string(matrix.cols()) +
                     " columns of numbers (regions' time series need data_format time_series)");
  }
  matrix.diagonal().setOnes();
  for (const bool lower : {false, true}) {
    if (is_triangle(matrix, lower)) mirror(matrix, lower);
  }
  make_symmetric(matrix, input);
  return {std::move(subject.values), std::move(subject.features)};
}

}  // namespace

Table read_connectivity(const FileList& list, const std::string& input) {
  return read_region_pairs(list, input, read_matrix);
}

}  // namespace dsne::data
