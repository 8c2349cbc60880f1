#include "data/time_series.h"

#include <cmath>
#include <limits>
#include <vector>

#include "core/errors.h"
#include "core/products.h"
#include "data/cell.h"
#include "data/number_grid.h"
#include "data/region_pairs.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// A series that varies by a smaller share of its largest value is constant but for rounding.
constexpr double smallest_variation = 1e-12;

/// Where a file has its regions.
enum class Regions { in_rows, in_columns, unclear };

/// What the names of rows and columns tell.
Regions regions_by_name(const NumberGrid& grid) {
  if (grid.rows_begin_empty) return Regions::in_columns;
  const bool rows = !grid.row_names.empty();
  const bool columns = !grid.column_names.empty();
  if (rows && !count_time_points(grid.row_names)) return Regions::in_rows;
  if (columns && !count_time_points(grid.column_names)) return Regions::in_columns;
  if (rows == columns) return Regions::unclear;
  return rows ? Regions::in_columns : Regions::in_rows;
}

/// What the files' sizes tell: regions are as many in all of them.
Regions regions_by_size(const FileList& list, const NumberGrid& first, const std::string& input) {
  const Index rows = first.values.rows();
  const Index columns = first.values.cols();
  if (rows <= columns) return Regions::in_rows;
  for (std::size_t i = 1; i < list.files.size(); ++i) {
    const Matrix values = read_number_grid(list.files[i], list.names[i]).values;
    if (values.rows() != rows && values.cols() == columns) return Regions::in_columns;
    if (values.rows() == rows && values.cols() != columns) return Regions::in_rows;
  }
  throw InputError(
      input + ": the series have more rows (" + std::to_string(rows) + ") than columns (" +
      std::to_string(columns) +
      "), and nothing says whether rows are regions, as they must be: name the regions, "
      "in a first column if they are rows, in a header if they are columns");
}

Regions regions_of_list(const FileList& list, const std::string& input) {
  const NumberGrid first = read_number_grid(list.files.front(), list.names.front());
  const Regions named = regions_by_name(first);
  return named == Regions::unclear ? regions_by_size(list, first, input) : named;
}

/// A gap is an error, unless its whole row or column is empty.
void check_cells(const NumberGrid& grid, const std::string& input) {
  const auto empty_rows = grid.values.array().isNaN().rowwise().all().eval();
  const auto empty_columns = grid.values.array().isNaN().colwise().all().eval();
  for (Index row = 0; row < grid.values.rows(); ++row) {
    for (Index column = 0; column < grid.values.cols(); ++column) {
      const double value = grid.values(row, column);
      const std::size_t file_row = grid.rows[static_cast<std::size_t>(row)];
      const std::size_t file_column = grid.first_column + static_cast<std::size_t>(column);
      checked_value(value, input, file_row, file_column);
      if (std::isnan(value) && !empty_rows(row) && !empty_columns(column)) {
        throw cell_error(input, file_row, file_column, "a missing value");
      }
    }
  }
}

/// The time points at which some region has a value.
Matrix without_empty_time_points(const Matrix& series) {
  std::vector<Index> kept;
  for (Index t = 0; t < series.cols(); ++t) {
    if (!series.col(t).array().isNaN().all()) kept.push_back(t);
  }
  return series(Eigen::all, kept);
}

/// Each row of mean 0 and length 1; NaN where it is constant or empty.
Matrix centred_and_scaled(Matrix series) {
  for (Index row = 0; row < series.rows(); ++row) {
    if (series.row(row).hasNaN()) continue;
    const double largest = series.row(row).cwiseAbs().maxCoeff();
    if (largest > 0) series.row(row) /= largest;
    series.row(row).array() -= series.row(row).mean();
    const double length = series.row(row).norm();
    const bool constant =
        !(length > smallest_variation * std::sqrt(static_cast<double>(series.cols())));
    series.row(row) /= constant ? std::numeric_limits<double>::quiet_NaN() : length;
  }
  return series;
}

RegionPairs read_correlations(const boost::filesystem::path& file, Regions otherwise,
                              const std::string& input) {
  const NumberGrid grid = read_number_grid(file, input);
  check_cells(grid, input);
  const Regions named = regions_by_name(grid);
  const bool turned = (named == Regions::unclear ? otherwise : named) == Regions::in_columns;
  RegionPairs pairs;
  pairs.names = turned ? grid.column_names : grid.row_names;
  const Matrix all = turned ? Matrix(grid.values.transpose()) : grid.values;
  const Matrix series = centred_and_scaled(without_empty_time_points(all));
  if (series.cols() < least_time_points) {
    throw InputError(input + " has fewer than " + std::to_string(least_time_points) +
                     " time points");
  }
  pairs.values = times_own_transpose(series).cwiseMax(-1).cwiseMin(1);
  if (turned) pairs.findings.emplace_back("columns were read as regions and rows as time points");
  if (series.cols() < all.cols()) {
    pairs.findings.emplace_back("time points without values were left out");
  }
  if (series.hasNaN()) {
    pairs.findings.emplace_back(
        "a region's series is constant or empty, and its correlations are missing");
  }
  return pairs;
}

}  // namespace

Table read_time_series(const FileList& list, const std::string& input) {
  const Regions regions = regions_of_list(list, input);
  return read_region_pairs(list, input,
                           [regions](const boost::filesystem::path& file, const std::string& name) {
                             return read_correlations(file, regions, name);
                           });
}

}  // namespace dsne::data
