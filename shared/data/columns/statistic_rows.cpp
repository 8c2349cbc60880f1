#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "data/columns/columns.h"
#include "data/missing.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// The number of statistics that identify a row by themselves. A scan may hold the least value or
/// the median of several measures, so the others count only beside one of these.
constexpr std::size_t identifying_statistics = 7;
constexpr std::size_t all_statistics = 13;

/// The statistics of values in order, at least two: mean, sum, deviation (of a sample, of all),
/// error of the mean, variation (also in percent); least, largest, median, quartiles and number.
std::array<double, all_statistics> statistics_of(const std::vector<double>& sorted) {
  const auto count = static_cast<double>(sorted.size());
  const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  const double mean = sum / count;
  double squares = 0;
  for (const double value : sorted) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / (count - 1));
  return {mean,
          sum,
          deviation,
          std::sqrt(squares / count),
          deviation / std::sqrt(count),
          deviation / mean,
          100 * deviation / mean,
          sorted.front(),
          sorted.back(),
          quantile(sorted, 0.5),
          quantile(sorted, 0.25),
          quantile(sorted, 0.75),
          count};
}

/// A little more than half of a number's last decimal: 0.005 of 2.51.
double rounding_of(double number) {
  constexpr int most_decimals = 9;
  double unit = 1;
  for (int decimals = 0; decimals < most_decimals; ++decimals, unit /= 10) {
    const double units = number / unit;
    if (std::abs(units - std::round(units)) < 1e-6) break;
  }
  return 1.001 * unit / 2;
}

/// Rows of a table that follow each other.
struct RowRange {
  Index begin = 0;
  Index count = 0;
};

/// Returns how often a scan holds the values of a row by chance, or a number below `enough`. A
/// value that many scans have, such as 0 in counts, says nothing.
double chance_of(const Matrix& values, RowRange of, Index row, double enough) {
  constexpr Index least_values = 5;
  double chance = 1;
  for (Index column = 0; column < values.cols() && chance > enough; ++column) {
    const double value = values(row, column);
    if (std::isnan(value)) continue;
    const double rounding = rounding_of(value);
    double least = std::numeric_limits<double>::infinity();
    double largest = -least;
    Index present = 0;
    Index equal = 0;
    for (const double other : values.col(column).segment(of.begin, of.count)) {
      if (std::isnan(other)) continue;
      ++present;
      least = std::min(least, other);
      largest = std::max(largest, other);
      if (std::abs(other - value) <= rounding) ++equal;
    }
    if (present < least_values || least == largest) continue;
    // One scan of the others has their least and their largest value.
    const double share = static_cast<double>(equal - 1) / static_cast<double>(present);
    chance *= std::min(1.0, std::max(2 * rounding / ((largest - least) / 4), share));
  }
  return chance;
}

/// Returns the first statistic of some rows that another row equals in all measures; nothing if
/// there is none.
/// @param most_chance nothing if a scan would hold the row's values by chance more often than this
std::optional<std::size_t> statistic_in(const Matrix& values, RowRange of, Index row,
                                        double most_chance) {
  if (chance_of(values, of, row, most_chance) > most_chance) return std::nullopt;
  std::array<bool, all_statistics> fits{};
  fits.fill(true);
  for (Index column = 0; column < values.cols(); ++column) {
    const double value = values(row, column);
    if (std::isnan(value)) continue;
    const std::vector<double> sorted =
        sorted_values(values.col(column).segment(of.begin, of.count), 0);
    if (sorted.size() < 2 || sorted.front() == sorted.back()) continue;
    const auto statistics = statistics_of(sorted);
    const double rounding = rounding_of(value);
    for (std::size_t s = 0; s < all_statistics; ++s) {
      fits[s] = fits[s] && std::abs(value - statistics[s]) <= rounding;
    }
    if (std::ranges::find(fits, true) == fits.end()) return std::nullopt;
  }
  return static_cast<std::size_t>(std::ranges::find(fits, true) - fits.begin());
}

// Measures that follow from each other, as volumes in two units, make chances larger than these.
constexpr double most_scans_by_chance = 1e-7;  // among all rows of a table
constexpr double most_chance_beside_others = 1e-3;

/// Returns whether rows are statistics of others, at least one by itself.
bool are_statistics(const Matrix& values, RowRange of, RowRange rows) {
  const double most_chance = most_scans_by_chance / static_cast<double>(values.rows());
  bool identified = false;
  for (Index row = rows.begin; row < rows.begin + rows.count; ++row) {
    const auto statistic = statistic_in(values, of, row, most_chance_beside_others);
    if (!statistic) return false;
    identified = identified || (*statistic < identifying_statistics &&
                                chance_of(values, of, row, most_chance) <= most_chance);
  }
  return identified;
}

/// The rows since the last row of means, and their sums by column.
struct Group {
  explicit Group(Index columns) : sums(RowVector::Zero(columns)), counts(sums) {}

  template <class Row>
  void add(const Row& row) {
    sums += row.array().isNaN().select(0.0, row).matrix();
    counts.array() += row.array().isNaN().select(0.0, RowVector::Ones(row.size()).array());
    ++rows.count;
  }

  /// Returns whether a row's values may be all means or all sums of the group's.
  template <class Row>
  bool may_be_summed_up_by(const Row& row) const {
    bool means = true;
    bool totals = true;
    for (Index column = 0; column < row.size() && (means || totals); ++column) {
      const double value = row(column);
      if (std::isnan(value) || counts(column) == 0) continue;
      const double rounding = rounding_of(value);
      means = means && std::abs(value - sums(column) / counts(column)) <= rounding;
      totals = totals && std::abs(value - sums(column)) <= rounding;
    }
    return means || totals;
  }

  RowRange rows;
  RowVector sums;
  RowVector counts;
};

/// Finds the first row from `row` on that holds means or sums of the group, and adds those before
/// it to the group.
/// @param tries closer looks that may still be in vain; tables of sparse counts need one a row
Index next_sum(const Matrix& values, Index row, Group& group, int& tries) {
  for (; row < values.rows() && tries > 0; ++row) {
    if (group.may_be_summed_up_by(values.row(row))) {
      if (are_statistics(values, group.rows, {row, 1})) return row;
      --tries;
    }
    group.add(values.row(row));
  }
  return values.rows();
}

/// Finds rows of means or sums of the group of rows above, and other statistics that follow them.
std::vector<Index> below_groups(const Matrix& values) {
  int tries = 20;
  std::vector<Index> found;
  Group group(values.cols());
  Index row = next_sum(values, 0, group, tries);
  while (row < values.rows()) {
    std::set<std::size_t> met;
    while (row < values.rows()) {
      const auto statistic = statistic_in(values, group.rows, row, most_chance_beside_others);
      if (!statistic || !met.insert(*statistic).second) break;
      found.push_back(row++);
    }
    group = Group(values.cols());
    group.rows.begin = row;
    row = next_sum(values, row, group, tries);
  }
  return found;
}

/// Finds rows at an end of the table that are statistics of all others.
std::vector<Index> at_ends(const Matrix& values) {
  constexpr Index most_rows = 8;
  for (Index count = std::min(most_rows, values.rows() - 1); count > 0; --count) {
    const Index others = values.rows() - count;
    for (const bool below : {true, false}) {
      const RowRange rows{below ? others : 0, count};
      if (!are_statistics(values, {below ? 0 : count, others}, rows)) continue;
      std::vector<Index> found(static_cast<std::size_t>(count));
      std::iota(found.begin(), found.end(), rows.begin);
      return found;
    }
  }
  return {};
}

}  // namespace

std::vector<std::size_t> leave_out_statistics(Table& table) {
  std::vector<std::size_t> left_out;
  for (const auto find : {below_groups, at_ends}) {
    const std::vector<Index> found = find(table.values);
    if (found.empty()) continue;
    std::vector<std::size_t> kept;
    for (Index row = 0; row < table.values.rows(); ++row) {
      const auto at = static_cast<std::size_t>(row);
      if (std::ranges::binary_search(found, row)) {
        left_out.push_back(table.rows[at]);
      } else {
        kept.push_back(at);
      }
    }
    keep_rows(table, kept);
  }
  if (left_out.empty()) return left_out;
  std::ranges::sort(left_out);
  table.reading.notes.push_back(
      "Rows that hold means or other statistics of other rows were skipped: " + row_list(left_out) +
      ".");
  return left_out;
}

}  // namespace dsne::data
