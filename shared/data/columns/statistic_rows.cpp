#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

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

/// Half of a number's last decimal: 0.005 of 2.51.
double rounding_of(double number) {
  constexpr int most_decimals = 9;
  double unit = 1;
  for (int decimals = 0; decimals < most_decimals; ++decimals, unit /= 10) {
    const double units = number / unit;
    if (std::abs(units - std::round(units)) < 1e-6) break;
  }
  return unit / 2;
}

/// Returns which statistic of the first rows a later row holds in all measures, at least three:
/// the first one that fits; nothing for a row that holds none.
std::optional<std::size_t> statistic_in(const Matrix& values, Index rows, Index row) {
  constexpr int least_measures = 3;
  constexpr std::size_t least_values = 5;
  std::array<bool, all_statistics> fits{};
  fits.fill(true);
  int measures = 0;
  for (Index column = 0; column < values.cols(); ++column) {
    const double value = values(row, column);
    if (std::isnan(value)) continue;
    const std::vector<double> sorted = sorted_values(values.col(column).head(rows), 0);
    const double rounding = 1.001 * rounding_of(value);
    if (sorted.size() < least_values || sorted.back() - sorted.front() < 20 * rounding) continue;
    const auto statistics = statistics_of(sorted);
    for (std::size_t s = 0; s < all_statistics; ++s) {
      fits[s] = fits[s] && std::abs(value - statistics[s]) <= rounding;
    }
    if (std::ranges::find(fits, true) == fits.end()) return std::nullopt;
    ++measures;
  }
  if (measures < least_measures) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::find(fits, true) - fits.begin());
}

/// Returns whether the rows from here on are statistics of those above.
bool are_statistics(const Matrix& values, Index from) {
  bool telling = false;
  for (Index row = from; row < values.rows(); ++row) {
    const auto statistic = statistic_in(values, from, row);
    if (!statistic) return false;
    telling = telling || *statistic < telling_statistics;
  }
  return telling;
}

}  // namespace

std::vector<std::size_t> leave_out_statistics(Table& table) {
  constexpr Index most_rows = 8;
  const Index rows = table.values.rows();
  for (Index count = std::min(most_rows, rows); count > 0; --count) {
    const Index from = rows - count;
    if (!are_statistics(table.values, from)) continue;
    const std::vector<std::size_t> left_out(table.rows.begin() + from, table.rows.end());
    std::vector<std::size_t> kept(static_cast<std::size_t>(from));
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    keep_rows(table, kept);
    table.reading.notes.push_back(
        "Rows that hold means or other statistics of the rows above "
        "were skipped: " +
        row_list(left_out) + ".");
    return left_out;
  }
  return {};
}

}  // namespace dsne::data
