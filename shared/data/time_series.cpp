#include "data/time_series.h"

#include <cmath>
#include <limits>
#include <set>

#include "core/errors.h"
#include "core/products.h"
#include "data/cell.h"
#include "data/input_file.h"
#include "data/missing.h"
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
  auto in = open_input(file, input);
  const char delimiter = find_delimiter(in, RecordReader::blanks, input);
  RecordReader reader(in, delimiter, input);
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

RegionPairs read_correlations(const boost::filesystem::path& file, const std::string& input) {
  const Table table = resolve_missing(read_table(file, input, {}), Missing::error, {}, input);
  if (table.values.cols() < least_time_points) {
    throw InputError(input + " has fewer than " + std::to_string(least_time_points) +
                     " time points");
  }
  RegionPairs pairs;
  const bool named = !table.columns.empty() && table.columns.front() > 1;
  if (named) pairs.names = first_cells(file, input, table);
  check_names(pairs.names, input);
  pairs.values = times_own_transpose(centred_and_scaled(table.values)).cwiseMax(-1).cwiseMin(1);
  return pairs;
}

}  // namespace

Table read_time_series(const FileList& list, const std::string& input) {
  return read_region_pairs(list, input, read_correlations);
}

}  // namespace dsne::data
