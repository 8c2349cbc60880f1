#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/products.h"
#include "data/cell.h"
#include "data/formats/number_grid.h"
#include "data/formats/region_pairs.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// A series with less variation relative to its largest value is constant except for rounding.
constexpr double smallest_variation = 1e-12;

/// The axis of a file's regions.
enum class Regions { in_rows, in_columns, unclear };

/// Decides by the names of rows and columns.
Regions regions_by_name(const NumberGrid& grid) {
  if (grid.rows_begin_empty) return Regions::in_columns;
  const bool rows = !grid.row_names.empty();
  const bool columns = !grid.column_names.empty();
  // If both axes have names, the one whose names only count is time.
  const bool rows_count =
      rows && columns && are_counted(grid.row_names) && !are_counted(grid.column_names);
  if (rows && !rows_count && !count_time_points(grid.row_names)) return Regions::in_rows;
  if (columns && !count_time_points(grid.column_names)) return Regions::in_columns;
  if (rows == columns) return Regions::unclear;
  return rows ? Regions::in_columns : Regions::in_rows;
}

/// Returns whether every row that varies has mean 0: series often have their mean removed.
bool rows_are_centred(const Matrix& values) {
  constexpr double tolerance = 1e-3;
  Index varying = 0;
  for (const auto& row : values.rowwise()) {
    if (row.hasNaN()) continue;
    const double mean = row.mean();
    const double spread = std::sqrt((row.array() - mean).square().mean());
    if (!(spread > 0)) continue;
    if (std::abs(mean) > tolerance * spread) return false;
    ++varying;
  }
  return varying > 1;
}

/// Decides by the values: the series along one axis are centred, those along the other are not.
Regions regions_by_means(const Matrix& values) {
  const bool rows = rows_are_centred(values);
  const bool columns = rows_are_centred(values.transpose());
  if (rows == columns) return Regions::unclear;
  return rows ? Regions::in_rows : Regions::in_columns;
}

/// Decides by the first files' sizes: regions are as many in all of them.
Regions regions_by_size(const FileList& list, const Matrix& first) {
  constexpr std::size_t files = 20;
  for (std::size_t i = 1; i < std::min(files, list.files.size()); ++i) {
    const Matrix other = read_number_grid(list.files[i], GridShape::any, list.names[i]).values;
    if (other.rows() != first.rows() && other.cols() == first.cols()) return Regions::in_columns;
    if (other.rows() == first.rows() && other.cols() != first.cols()) return Regions::in_rows;
  }
  return Regions::unclear;
}

/// Where the first file has its regions, and with it those that do not say.
/// @throws InputError when nothing tells, and rows would be more regions than there are time points
Regions regions_of_list(const FileList& list, const Source& source) {
  const NumberGrid first = read_number_grid(list.files.front(), GridShape::any, list.names.front());
  Regions regions = regions_by_name(first);
  if (regions == Regions::unclear) regions = regions_by_size(list, first.values);
  if (regions == Regions::unclear) regions = regions_by_means(first.values);
  if (regions != Regions::unclear) return regions;
  if (first.values.rows() <= first.values.cols()) return Regions::in_rows;
  source.refuse(
      ": the series have more rows (" + std::to_string(first.values.rows()) + ") than columns (" +
      std::to_string(first.values.cols()) +
      "), and nothing says which are the regions: name the regions, in a first column if they "
      "are rows, in a header if they are columns");
}

/// A matrix of correlations is no series.
void refuse_network(const Matrix& values, const Source& source) {
  const bool square = values.rows() == values.cols() && values.rows() > 2;
  if (!square || !values.allFinite() || !(values.array() == values.transpose().array()).all() ||
      (values.diagonal().array() != values(0, 0)).any()) {
    return;
  }
  source.refuse("is a symmetric matrix and no series: set data_format connectivity");
}

/// Checks that values are missing only in whole rows or columns.
void check_cells(const NumberGrid& grid, const Source& source) {
  const auto empty_rows = grid.values.array().isNaN().rowwise().all().eval();
  const auto empty_columns = grid.values.array().isNaN().colwise().all().eval();
  for (Index row = 0; row < grid.values.rows(); ++row) {
    for (Index column = 0; column < grid.values.cols(); ++column) {
      const double value = grid.values(row, column);
      const std::size_t file_row = grid.rows[static_cast<std::size_t>(row)];
      const std::size_t file_column = grid.first_column + static_cast<std::size_t>(column);
      checked_value(value, source, file_row, file_column);
      if (std::isnan(value) && !empty_rows(row) && !empty_columns(column)) {
        source.refuse(file_row, file_column, "a missing value");
      }
    }
  }
}

/// Returns the time points with a value of some region.
Matrix without_empty_time_points(const Matrix& series) {
  std::vector<Index> kept;
  for (Index t = 0; t < series.cols(); ++t) {
    if (!series.col(t).array().isNaN().all()) kept.push_back(t);
  }
  return series(Eigen::all, kept);
}

/// Scales each row to mean 0 and length 1; NaN if constant or empty.
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

/// Says how the file was read.
void tell(RegionPairs& pairs, bool turned, bool named, const Matrix& all, const Matrix& series) {
  if (turned) pairs.findings.emplace_back("columns were read as regions and rows as time points");
  if (!turned && !named) {
    pairs.findings.emplace_back("rows were read as regions and columns as time points");
  }
  if (series.cols() < all.cols()) {
    pairs.findings.emplace_back("time points without values were left out");
  }
  if (series.hasNaN()) {
    pairs.findings.emplace_back(
        "a region's series is constant or empty, and its correlations are missing");
  }
}

RegionPairs read_correlations(const boost::filesystem::path& file, Regions otherwise,
                              const Source& source) {
  NumberGrid grid = read_number_grid(file, GridShape::any, source);
  check_cells(grid, source);
  refuse_network(grid.values, source);
  const Regions named = regions_by_name(grid);
  const bool turned = (named == Regions::unclear ? otherwise : named) == Regions::in_columns;
  RegionPairs pairs;
  pairs.findings = std::move(grid.findings);
  pairs.names = std::move(turned ? grid.column_names : grid.row_names);
  const Matrix all = turned ? Matrix(grid.values.transpose()) : std::move(grid.values);
  Matrix series = without_empty_time_points(all);
  if (series.cols() < least_time_points) {
    source.refuse("has fewer than " + std::to_string(least_time_points) + " time points");
  }
  series = centred_and_scaled(std::move(series));
  tell(pairs, turned, named == Regions::in_rows, all, series);
  pairs.values = times_own_transpose(series).cwiseMax(-1).cwiseMin(1);
  return pairs;
}

}  // namespace

Table read_time_series(const FileList& list, const Source& source) {
  const Regions regions = regions_of_list(list, source);
  return read_region_pairs(list, source,
                           [regions](const boost::filesystem::path& file, const Source& name) {
                             return read_correlations(file, regions, name);
                           });
}

}  // namespace dsne::data
