#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "data/columns/columns.h"
#include "data/missing.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// Statistics of which a row may consist. A scan can have the least of some measures, or the
/// median, so that the last ones say something only beside the first.
constexpr std::size_t telling_statistics = 7;
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

/// Returns which statistic of some rows another row holds in all measures: the first one that fits;
/// nothing for a row that holds none.
/// @param most_chance nothing either if a scan may hold one more often than that
std::optional<std::size_t> statistic_in(const Matrix& values, RowRange of, Index row,
                                        double most_chance) {
  constexpr std::size_t least_values = 5;
  std::array<bool, all_statistics> fits{};
  fits.fill(true);
  double chance = 1;  // that a scan does
  for (Index column = 0; column < values.cols(); ++column) {
    const double value = values(row, column);
    if (std::isnan(value)) continue;
    const std::vector<double> sorted =
        sorted_values(values.col(column).segment(of.begin, of.count), 0);
    const double rounding = rounding_of(value);
    if (sorted.size() < least_values || sorted.front() == sorted.back()) continue;
    const auto statistics = statistics_of(sorted);
    for (std::size_t s = 0; s < all_statistics; ++s) {
      fits[s] = fits[s] && std::abs(value - statistics[s]) <= rounding;
    }
    if (std::ranges::find(fits, true) == fits.end()) return std::nullopt;
    const double deviation = (sorted.back() - sorted.front()) / 4;
    chance *= std::min(1.0, 2 * rounding / deviation);
  }
  if (chance > most_chance) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::find(fits, true) - fits.begin());
}

constexpr double alone = 1e-8;
constexpr double beside_others = 1e-3;

/// Returns whether rows are statistics of others.
bool are_statistics(const Matrix& values, RowRange of, RowRange rows) {
  bool telling = false;
  for (Index row = rows.begin; row < rows.begin + rows.count; ++row) {
    const auto statistic = statistic_in(values, of, row, beside_others);
    if (!statistic) return false;
    telling = telling || (*statistic < telling_statistics && statistic_in(values, of, row, alone));
  }
  return telling;
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

  /// Whether a row's values may be all means or all sums of the group's.
  template <class Row>
  bool may_give(const Row& row) const {
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

/// Finds rows of means or sums of the group of rows above, and what follows them.
std::vector<Index> below_groups(const Matrix& values) {
  std::vector<Index> found;
  Group group(values.cols());
  for (Index row = 0; row < values.rows();) {
    if (!group.may_give(values.row(row)) || !are_statistics(values, group.rows, {row, 1})) {
      group.add(values.row(row++));
      continue;
    }
    do {
      found.push_back(row++);
    } while (row < values.rows() && statistic_in(values, group.rows, row, beside_others));
    group = Group(values.cols());
    group.rows.begin = row;
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
