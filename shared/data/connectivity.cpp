#include "data/connectivity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/errors.h"
#include "data/number_grid.h"
#include "data/region_pairs.h"

namespace dsne::data {
namespace {

using Eigen::Index;

bool is_blank(double value) { return std::isnan(value) || value == 0; }

/// Whether all entries below the diagonal are 0 or missing, and some above are not.
bool is_upper_triangle(const Matrix& matrix) {
  bool any = false;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = row + 1; column < matrix.cols(); ++column) {
      if (!is_blank(matrix(column, row))) return false;
      any = any || !is_blank(matrix(row, column));
    }
  }
  return any;
}

/// Puts what is above the diagonal below it, too.
void mirror(Matrix& matrix) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = row + 1; column < matrix.cols(); ++column) {
      matrix(column, row) = matrix(row, column);
    }
  }
}

/// What is missing on one side of the diagonal is taken from the other.
/// @throws InputError when the two sides differ
void make_symmetric(Matrix& matrix, const std::string& input) {
  double largest = 0;
  for (const double value : matrix.reshaped()) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = row + 1; column < matrix.cols(); ++column) {
      double& above = matrix(row, column);
      double& below = matrix(column, row);
      if (std::isnan(above)) above = below;
      if (std::isnan(below)) below = above;
      if (above != below && std::abs(above - below) > symmetry_tolerance * largest) {
        throw InputError(input + " is no symmetric matrix: regions " + std::to_string(row + 1) +
                         " and " + std::to_string(column + 1) + " have two values");
      }
    }
  }
}

/// Whether a region has no value with any other.
bool lacks_region(const Matrix& matrix) { return (matrix.array().isNaN().rowwise().all()).any(); }

void check_square(const NumberGrid& grid, const std::string& input) {
  const Index rows = grid.values.rows();
  const Index columns = grid.values.cols();
  if (rows != columns) {
    throw InputError(input + " is no square matrix: it has " + std::to_string(rows) + " rows and " +
                     std::to_string(columns) +
                     " columns of numbers (regions' time series need data_format time_series)");
  }
  if (!grid.row_names.empty() && !grid.column_names.empty() &&
      grid.row_names != grid.column_names &&
      std::is_permutation(grid.row_names.begin(), grid.row_names.end(), grid.column_names.begin(),
                          grid.column_names.end())) {
    throw InputError(input +
                     " has its regions in one order in the rows, and in another in the columns");
  }
}

RegionPairs read_matrix(const boost::filesystem::path& file, const std::string& input) {
  NumberGrid grid = read_number_grid(file, input);
  check_square(grid, input);
  RegionPairs pairs;
  pairs.names = grid.column_names.empty() ? grid.row_names : grid.column_names;
  Matrix& matrix = grid.values;
  matrix.diagonal().setConstant(std::numeric_limits<double>::quiet_NaN());
  if (is_upper_triangle(matrix)) {
    mirror(matrix);
    pairs.findings.emplace_back(
        "only the upper triangle has values, and stands for the whole matrix");
  } else if (is_upper_triangle(matrix.transpose())) {
    matrix.transposeInPlace();
    mirror(matrix);
    pairs.findings.emplace_back(
        "only the lower triangle has values, and stands for the whole matrix");
  }
  make_symmetric(matrix, input);
  if (lacks_region(matrix)) {
    pairs.findings.emplace_back("a region has no values, and those of its pairs are missing");
  }
  pairs.values = std::move(matrix);
  return pairs;
}

}  // namespace

Table read_connectivity(const FileList& list, const std::string& input) {
  return read_region_pairs(list, input, read_matrix);
}

}  // namespace dsne::data
