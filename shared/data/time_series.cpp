#include "data/time_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/errors.h"
#include "core/products.h"
#include "data/cell.h"
#include "data/record_reader.h"
#include "data/region_pairs.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// A series that varies by a smaller share of its largest value is constant but for rounding.
constexpr double smallest_variation = 1e-12;

/// Each row of mean 0 and length 1; NaN where it is constant.
Matrix centred_and_scaled(Matrix series) {
  for (Index row = 0; row < series.rows(); ++row) {
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

/// The first column's cells in the rows that hold the table's series.
std::vector<std::string> first_cells(const boost::filesystem::path& file, const std::string& input,
                                     const Table& table) {
  const TextInput text = open_text(file, input);
  const char delimiter = find_delimiter(*text, RecordReader::blanks, input);
  RecordReader reader(*text, delimiter, input);
  std::vector<std::string> names;
  while (names.size() < table.rows.size() && reader.next()) {
    if (reader.row() != table.rows[names.size()]) continue;
    names.push_back(checked_text(reader[0], input, reader.row(), 1));
  }
  return names;
}

void check_names(const std::vector<std::string>& names, const std::string& input) {
  const std::set<std::string> different(names.begin(), names.end());
  if (different.size() != names.size()) throw InputError(input + " has two regions of one name");
}

/// A region without any value is missing; a gap in its series is an error.
void check_series(const Table& table, const std::string& input) {
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (Index column = 0; column < table.values.cols(); ++column) {
      const auto r = static_cast<std::size_t>(row);
      const auto c = static_cast<std::size_t>(column);
      const double value = table.values(row, column);
      checked_value(value, input, table.rows[r], table.columns[c]);
      if (!std::isnan(value) || table.values.row(row).array().isNaN().all() ||
          table.values.col(column).array().isNaN().all()) {
        continue;
      }
      throw cell_error(input, table.rows[r], table.columns[c], "a missing value");
    }
  }
}

bool is_text(const std::string& cell) { return read_cell(cell).kind == CellKind::text; }

/// Whether columns are regions and rows time points: the header names regions and the rows have no
/// names, or rows begin with a delimiter, as AFNI's 3dROIstats writes them.
bool has_regions_in_columns(const Table& table, const std::vector<std::string>& row_names) {
  const bool named_columns =
      !table.features.empty() && std::all_of(table.features.begin(), table.features.end(), is_text);
  const bool named_rows = std::all_of(row_names.begin(), row_names.end(), is_text);
  if (!row_names.empty() && named_rows) {
    const bool blank = std::all_of(row_names.begin(), row_names.end(),
                                   [](const std::string& name) { return name.empty(); });
    return blank;
  }
  return named_columns || (!row_names.empty() && table.features.empty());
}

RegionPairs read_correlations(const boost::filesystem::path& file, const std::string& input) {
  constexpr Index longest_side = 3;
  TableFormat format;
  format.plain = true;
  const Table table = read_table(file, input, format);
  require_numbers(table, input);
  check_series(table, input);
  const bool first_is_apart = !table.columns.empty() && table.columns.front() > 1;
  std::vector<std::string> names;
  if (first_is_apart) names = first_cells(file, input, table);
  const bool transposed = has_regions_in_columns(table, names);
  const Matrix series = transposed ? table.values.transpose() : table.values;
  if (!transposed && names.empty() && series.rows() > longest_side * series.cols()) {
    throw InputError(input +
                     ": its rows look like time points; rows must be regions: transpose it, or "
                     "name the regions in a header");
  }
  if (series.cols() < least_time_points) {
    throw InputError(input + " has fewer than " + std::to_string(least_time_points) +
                     " time points");
  }
  RegionPairs pairs;
  pairs.names = transposed ? table.features : names;
  check_names(pairs.names, input);
  pairs.values = times_own_transpose(centred_and_scaled(series)).cwiseMax(-1).cwiseMin(1);
  return pairs;
}

}  // namespace

Table read_time_series(const FileList& list, const std::string& input) {
  return read_region_pairs(list, input, read_correlations);
}

}  // namespace dsne::data
