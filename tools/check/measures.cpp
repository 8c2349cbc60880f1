#include "tools/check/measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "data/missing.h"
#include "data/quantile.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;

MeasureView view_measure(const Matrix& values, Index column) {
  MeasureView view;
  const std::vector<double> sorted = data::sorted_values(values, column);
  view.present = sorted.size();
  view.missing = static_cast<std::size_t>(values.rows()) - sorted.size();
  if (sorted.empty()) return view;
  view.median = data::quantile(sorted, 0.5);
  view.low = data::quantile(sorted, 0.05);
  view.high = data::quantile(sorted, 0.95);
  view.least = sorted.front();
  view.most = sorted.back();
  view.whole = std::ranges::all_of(sorted, [](double value) { return value == std::round(value); });
  view.constant = sorted.size() > 1 && view.least == view.most;
  return view;
}

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
  std::vector<double> present = data::sorted_values(values, c);
  std::erase_if(present, [](double value) { return value == 0 || data::is_missing_code(value); });
  if (present.size() < least_values) return std::nullopt;
  Column column;
  column.median = data::quantile(present, 0.5);
  if (column.median <= 0) return std::nullopt;
  const std::size_t all = present.size();
  std::erase_if(present, [&](double value) { return is_candidate(value, column.median); });
  if (20 * (all - present.size()) > all) return std::nullopt;
  column.least = present.front();
  column.most = present.back();
  column.is_away_from_zero =
      column.median > least_deviations_from_zero * data::interquartile_deviation(present);
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

const MeasureView* find_measure(const std::vector<MeasureView>& measures, const std::string& name) {
  const auto found = std::ranges::find(measures, name, &MeasureView::name);
  return found == measures.end() ? nullptr : &*found;
}

std::vector<MeasureView> view_measures(const Matrix& values, const std::vector<std::string>& names,
                                       const std::vector<std::size_t>& columns) {
  std::vector<MeasureView> views;
  for (Index c = 0; c < values.cols(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    MeasureView view = view_measure(values, c);
    if (at < columns.size()) view.column = columns[at];
    view.name = at < names.size()
                    ? shown_text(names[at], 60)
                    : "column " + std::to_string(view.column != 0 ? view.column : at + 1);
    views.push_back(std::move(view));
  }
  return views;
}

Problems sentinel_codes(const Matrix& values, const std::vector<MeasureView>& measures,
                        const std::vector<std::size_t>& rows) {
  std::map<double, Problem> by_code;
  std::map<double, std::vector<std::string>> described;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (measures[m].constant) continue;
    for (const data::MissingCode& found : data::missing_codes(values, static_cast<Index>(m))) {
      std::vector<std::size_t> where;
      for (const Index row : found.rows) where.push_back(rows[static_cast<std::size_t>(row)]);
      Problem& problem = by_code[found.code];
      problem.measures.push_back(measures[m].name);
      problem.column = problem.measures.size() == 1 ? measures[m].column : 0;
      problem.rows.insert(problem.rows.end(), where.begin(), where.end());
      described[found.code].push_back(
          measures[m].name + (where.size() == 1 ? " (row " : " (rows ") + listed(where, 5) + ")");
    }
  }
  Problems problems;
  for (auto& [code, problem] : by_code) {
    const std::set<std::size_t> different(problem.rows.begin(), problem.rows.end());
    problem.rows.assign(different.begin(), different.end());
    problem.kind = "missing_code";
    problem.text = shown_number(code) + " stands far from all other values of " +
                   listed(described[code], 4) + ".";
    problem.remedy = "If it means that the value is missing, leave the cell empty.";
    problems.push_back(problem);
  }
  return problems;
}

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
