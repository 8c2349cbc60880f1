#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "data/missing.h"
#include "data/quantile.h"
#include "tools/check/measures.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;

constexpr double far = 1000;
/// Measures like fber run over orders of magnitude: a far value is alone.
constexpr double least_ratio = 10;
/// Kurtosis and the like scatter around 0: there small and negative values are ordinary.
constexpr double least_deviations_from_zero = 5;

/// The values of a column, all but a few of which are positive.
struct Column {
  double median = 0;
  double least = 0;  ///< of those that are not far
  double most = 0;
  bool is_away_from_zero = false;
};

bool is_candidate(double value, double median) {
  return value < 0 || value >= far * median || value <= median / far;
}

/// Describes a column by its ordinary values, if hardly any other is there.
std::optional<Column> positive_column(const Matrix& values, Index c) {
  constexpr std::size_t least_values = 10;
  std::vector<double> present = data::present_values(values, c);
  std::erase_if(present, [](double value) { return value == 0 || data::is_missing_code(value); });
  if (present.size() < least_values) return std::nullopt;
  std::sort(present.begin(), present.end());
  Column column;
  column.median = data::quantile(present, 0.5);
  if (column.median <= 0) return std::nullopt;
  const std::size_t all = present.size();
  std::erase_if(present, [&](double value) { return is_candidate(value, column.median); });
  if (20 * (all - present.size()) > all) return std::nullopt;
  column.least = present.front();
  column.most = present.back();
  const double deviation = (data::quantile(present, 0.75) - data::quantile(present, 0.25)) /
                           data::normal_interquartile_range;
  column.is_away_from_zero = column.median > least_deviations_from_zero * deviation;
  return column;
}

bool is_far(double value, const Column& column) {
  if (std::isnan(value) || value == 0 || data::is_missing_code(value)) return false;
  if (!is_candidate(value, column.median)) return false;
  if (value < column.median && !column.is_away_from_zero) return false;
  if (value < 0) return -value >= column.least && -value <= far * column.most;
  return value > column.median ? value >= least_ratio * column.most
                               : value <= column.least / least_ratio;
}

/// What a far value is.
std::string description(double value, double median) {
  if (value < 0) return "negative, where nearly all others are positive";
  const double factor = value > median ? value / median : median / value;
  const std::string times = shown_number(std::pow(10.0, std::round(std::log10(factor))));
  return value > median ? "about " + times + " times the median"
                        : "about 1/" + times + " of the median";
}

}  // namespace

Problems far_values(const Matrix& values, const std::vector<MeasureView>& measures,
                    const std::vector<std::size_t>& rows) {
  Problems problems;
  for (Index c = 0; c < values.cols(); ++c) {
    const auto column = positive_column(values, c);
    if (!column) continue;
    Problem problem;
    std::vector<std::string> shown;
    for (Index i = 0; i < values.rows(); ++i) {
      const double value = values(i, c);
      if (!is_far(value, *column)) continue;
      const std::size_t row = rows[static_cast<std::size_t>(i)];
      problem.rows.push_back(row);
      shown.push_back("row " + std::to_string(row) + " (" + shown_number(value) + ") is " +
                      description(value, column->median));
    }
    if (shown.empty()) continue;
    const MeasureView& measure = measures[static_cast<std::size_t>(c)];
    problem.kind = "far_value";
    problem.column = measure.column;
    problem.measures = {measure.name};
    problem.text =
        measure.name + " (median " + shown_number(column->median) + "): " + listed(shown, 3) + ".";
    problem.remedy = "Look for another unit, a lost decimal mark, a wrong sign, or a code.";
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace dsne::tools::checking
