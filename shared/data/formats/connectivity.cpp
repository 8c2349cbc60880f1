#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/duplicates.h"
#include "data/formats/number_grid.h"
#include "data/formats/region_pairs.h"

namespace dsne::data {
namespace {

using Eigen::Index;

void name_pairs(Table& table, const std::vector<std::string>& regions) {
  for (std::size_t a = 0; a < regions.size(); ++a) {
    for (std::size_t b = a + 1; b < regions.size(); ++b) {
      table.features.push_back(regions[a] + '~' + regions[b]);
      table.columns.push_back(table.features.size());
    }
  }
}

Index pair_count(Index regions) { return regions * (regions - 1) / 2; }

/// Findings in the order in which they were first found, each with the number of its files.
using Findings = std::vector<std::pair<std::string, std::size_t>>;

void add(Findings& findings, const std::string& found) {
  const auto known = std::ranges::find(findings, found, &Findings::value_type::first);
  if (known == findings.end()) {
    findings.emplace_back(found, 1);
  } else {
    ++known->second;
  }
}

constexpr const char* beyond_one =
    "values are beyond 1, so they are Fisher's z, covariances or counts and no correlations; all "
    "sites must bring the same";

bool is_beyond_one(double value) {
  constexpr double rounding = 1e-6;
  return std::abs(value) > 1 + rounding;
}

Geometry networks(const RegionPairs& subject) {
  Geometry geometry;
  geometry.kind = GeometryKind::networks;
  geometry.size = {subject.values.rows()};
  geometry.regions = subject.names;
  return geometry;
}

}  // namespace

Table read_region_pairs(const FileList& list, const Source& source, const ReadPairs& read) {
  Table table = list.subjects;
  table.reading.is_array = true;
  std::vector<std::string> regions;
  Findings findings;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    const RegionPairs subject = read(list.files[i], list.names[i]);
    if (i == 0) {
      if (find_duplicate(subject.names)) {
        throw InputError(list.names[i] + " has two regions of one name");
      }
      const auto count = static_cast<std::size_t>(subject.values.cols());
      regions = subject.names.empty() ? numbered_names(count) : subject.names;
      if (regions.size() < 2) source.refuse("has matrices of one region");
      table.values.resize(std::ssize(list.files), pair_count(std::ssize(regions)));
      name_pairs(table, regions);
      table.reading.geometry = networks(subject);
    }
    const std::string differs = geometry_difference(networks(subject), table.reading.geometry);
    if (!differs.empty()) {
      throw InputError(list.names[i] + " " + differs + " (compared with the first file)");
    }
    const RowVector values = upper_triangle(subject.values);
    for (const std::string& finding : subject.findings) add(findings, finding);
    if (std::any_of(values.begin(), values.end(), is_beyond_one)) add(findings, beyond_one);
    table.values.row(static_cast<Index>(i)) = values;
  }
  const std::size_t files = list.files.size();
  for (const auto& [finding, count] : findings) {
    table.reading.notes.push_back("In " + (count == files ? "all" : std::to_string(count) + " of") +
                                  " " + std::to_string(files) + " files " + finding + ".");
  }
  return table;
}

namespace {

/// Whether all entries below the diagonal are 0 or missing, and some above are not.
bool is_upper_triangle(const Matrix& matrix) {
  const Matrix filled = matrix.array().isNaN().select(0, matrix);
  return Matrix(filled.triangularView<Eigen::StrictlyLower>()).isZero(0) &&
         !Matrix(filled.triangularView<Eigen::StrictlyUpper>()).isZero(0);
}

/// Takes entries missing on one side of the diagonal from the other.
/// @throws InputError when the two sides differ
void make_symmetric(Matrix& matrix, const Source& source) {
  const double largest = matrix.array().isNaN().select(0, matrix).cwiseAbs().maxCoeff();
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = row + 1; column < matrix.cols(); ++column) {
      double& above = matrix(row, column);
      double& below = matrix(column, row);
      if (std::isnan(above)) above = below;
      if (std::isnan(below)) below = above;
      if (std::abs(above - below) > symmetry_tolerance * largest) {
        source.refuse("is no symmetric matrix: regions " + std::to_string(row + 1) + " and " +
                      std::to_string(column + 1) +
                      " have two values: of a directed matrix bring the mean of it "
                      "and its transpose");
      }
    }
  }
}

/// The diagonal, which is not used, becomes missing; every other value must be finite.
void check_values(NumberGrid& grid, const Source& source) {
  grid.values.diagonal().setConstant(std::numeric_limits<double>::quiet_NaN());
  for (Index row = 0; row < grid.values.rows(); ++row) {
    for (Index column = 0; column < grid.values.cols(); ++column) {
      checked_value(grid.values(row, column), source, grid.rows[static_cast<std::size_t>(row)],
                    grid.first_column + static_cast<std::size_t>(column));
    }
  }
}

/// Returns whether a matrix holds counts (streamlines), where 0 is a value.
bool counts(const Matrix& matrix) {
  return (matrix.array().isNaN() || matrix.array() == matrix.array().round()).all();
}

/// Sets regions without values to missing: programs write 0 or nothing for a region that no voxel
/// covers.
/// @return whether a region has no value with any other
bool clear_empty_regions(Matrix& matrix) {
  const bool zero_is_value = counts(matrix);
  bool any = false;
  for (Index region = 0; region < matrix.rows(); ++region) {
    RowVector values = matrix.row(region);
    values(region) = 0;
    if (!(values.array().isNaN() || values.array() == 0).all()) continue;
    if (zero_is_value && !values.hasNaN()) continue;
    matrix.row(region).setConstant(std::numeric_limits<double>::quiet_NaN());
    matrix.col(region).setConstant(std::numeric_limits<double>::quiet_NaN());
    any = true;
  }
  return any;
}

void check_square(const NumberGrid& grid, const Source& source) {
  const Index rows = grid.values.rows();
  const Index columns = grid.values.cols();
  if (rows != columns) {
    source.refuse("is no square matrix: it has " + std::to_string(rows) + " rows and " +
                  std::to_string(columns) +
                  " columns of numbers (regions' time series need data_format time_series)");
  }
  if (!grid.row_names.empty() && !grid.column_names.empty() &&
      grid.row_names != grid.column_names &&
      std::is_permutation(grid.row_names.begin(), grid.row_names.end(), grid.column_names.begin(),
                          grid.column_names.end())) {
    source.refuse("has its regions in one order in the rows, and in another in the columns");
  }
}

RegionPairs read_matrix(const boost::filesystem::path& file, const Source& source) {
  NumberGrid grid = read_number_grid(file, GridShape::square, source);
  check_square(grid, source);
  check_values(grid, source);
  RegionPairs pairs;
  pairs.findings = std::move(grid.findings);
  pairs.names = std::move(grid.column_names.empty() ? grid.row_names : grid.column_names);
  pairs.values = std::move(grid.values);
  const bool upper = is_upper_triangle(pairs.values);
  if (upper || is_upper_triangle(pairs.values.transpose())) {
    pairs.values = upper ? Matrix(pairs.values.selfadjointView<Eigen::Upper>())
                         : Matrix(pairs.values.selfadjointView<Eigen::Lower>());
    pairs.findings.push_back(std::string("only the ") + (upper ? "upper" : "lower") +
                             " triangle has values, and stands for the whole matrix");
  }
  make_symmetric(pairs.values, source);
  if (clear_empty_regions(pairs.values)) {
    pairs.findings.emplace_back("a region has no values, and those of its pairs are missing");
  }
  return pairs;
}

}  // namespace

Table read_connectivity(const FileList& list, const Source& source) {
  return read_region_pairs(list, source, read_matrix);
}

}  // namespace dsne::data
