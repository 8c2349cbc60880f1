#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "data/missing.h"
#include "data/quantile.h"
#include "tools/check/checking.h"

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
  std::vector<double> present = data::ordinary_values(values, c);
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

/// The power of ten by which most values of a row are away from their medians; 0 for none.
int power_of_row(const Matrix& values, Index row, const std::vector<double>& medians) {
  std::map<int, std::size_t> counts;
  std::size_t present = 0;
  for (Index c = 0; c < values.cols(); ++c) {
    const double ratio = values(row, c) / medians[static_cast<std::size_t>(c)];
    if (!(ratio > 0) || std::isinf(ratio)) continue;
    ++present;
    ++counts[static_cast<int>(std::round(std::log10(ratio)))];
  }
  constexpr std::size_t least_measures = 3;
  for (const auto& [power, count] : counts) {
    const bool is_unit = std::abs(power) > 1;  // a tenth may be a scan's own
    if (is_unit && count >= least_measures && 2 * count > present) return power;
  }
  return 0;
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
  return factor_text(static_cast<int>(std::round(std::log10(value / median))), "the median");
}

/// Finds rows most of whose values are in another unit.
Problems rows_of_another_unit(const SiteFile& file) {
  const data::Table& table = *file.table;
  std::vector<double> medians;
  for (const MeasureView& measure : file.measures) medians.push_back(measure.median);
  std::map<int, Rows> by_power;
  for (Index i = 0; i < table.values.rows(); ++i) {
    const int power = power_of_row(table.values, i, medians);
    if (power != 0) by_power[power].push_back(table.rows[static_cast<std::size_t>(i)]);
  }
  Problems problems;
  for (const auto& [power, rows] : by_power) {
    problems.push_back({Gravity::look, "far_value",
                        "In " + rows_text(rows) + " most measures are " +
                            factor_text(power, "their medians") + ".",
                        "Look whether these rows are in another unit.", rows});
  }
  return problems;
}

}  // namespace

void add_measure(Problem& problem, const MeasureView& measure) {
  problem.measures.push_back(measure.name);
  problem.column = problem.measures.size() == 1 ? measure.column : 0;
}

const MeasureView* find_measure(const MeasureViews& measures, const std::string& name) {
  const auto found = std::ranges::find(measures, name, &MeasureView::name);
  return found == measures.end() ? nullptr : &*found;
}

MeasureViews view_measures(const Matrix& values, const Names& names, const Rows& columns) {
  MeasureViews views;
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

Problems sentinel_codes(const SiteFile& file) {
  std::map<double, Problem> by_code;
  std::map<double, Names> described;
  for (std::size_t m = 0; m < file.measures.size(); ++m) {
    const MeasureView& measure = file.measures[m];
    if (measure.constant) continue;
    for (const data::MissingCode& found :
         data::missing_codes(file.table->values, static_cast<Index>(m))) {
      const Rows rows = data::chosen(file.table->rows, found.rows);
      Problem& problem = by_code[found.code];
      add_measure(problem, measure);
      problem.rows.insert(problem.rows.end(), rows.begin(), rows.end());
      described[found.code].push_back(measure.name + " (" + rows_text(rows, 5) + ")");
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

Problems far_values(const SiteFile& file) {
  const data::Table& table = *file.table;
  Problems problems = rows_of_another_unit(file);
  std::set<std::size_t> told;
  for (const Problem& problem : problems) told.insert(problem.rows.begin(), problem.rows.end());
  for (Index c = 0; c < table.values.cols(); ++c) {
    const auto column = positive_column(table.values, c);
    if (!column) continue;
    Rows rows;
    Names shown;
    for (Index i = 0; i < table.values.rows(); ++i) {
      const double value = table.values(i, c);
      const std::size_t row = table.rows[static_cast<std::size_t>(i)];
      if (!is_far(value, *column) || told.contains(row)) continue;
      rows.push_back(row);
      shown.push_back(rows_text({rows.back()}) + " (" + shown_number(value) + ") is " +
                      description(value, column->median));
    }
    if (shown.empty()) continue;
    const MeasureView& measure = file.measures[static_cast<std::size_t>(c)];
    problems.push_back(
        {Gravity::look,
         "far_value",
         measure.name + " (median " + shown_number(column->median) + "): " + listed(shown, 3) + ".",
         "Look for another unit, a lost decimal mark, a wrong sign, or a code.",
         rows,
         measure.column,
         {measure.name}});
  }
  return problems;
}

}  // namespace dsne::tools::checking
