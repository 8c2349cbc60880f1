#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "data/missing.h"
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

NamedMeasures::NamedMeasures(const MeasureViews* measures) {
  if (measures == nullptr) return;
  for (const MeasureView& measure : *measures) by_name_.emplace(measure.name, &measure);
}

const MeasureView* NamedMeasures::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
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
    problem.text = shown_number(code) + " lies outside the range of all other values of " +
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

namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Returns measures in which hardly any two subjects agree by chance.
std::vector<Index> varied_measures(const Matrix& values) {
  std::vector<Index> varied;
  for (Index c = 0; c < values.cols(); ++c) {
    std::vector<double> sorted = data::present_values(values, c);
    std::ranges::sort(sorted);
    const auto different = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
    if (different > 1 && 2 * different > std::ssize(sorted)) varied.push_back(c);
  }
  return varied;
}

/// Returns groups of rows that are equal in all measures.
std::vector<Rows> copies(const Matrix& values, const Rows& rows) {
  const auto less = [](double a, double b) { return a < b || (std::isnan(a) && !std::isnan(b)); };
  const auto before = [&](Index a, Index b) {
    const auto one = values.row(a);
    const auto other = values.row(b);
    return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end(), less);
  };
  std::map<Index, Rows, decltype(before)> by_values(before);
  for (Index i = 0; i < values.rows(); ++i)
    by_values[i].push_back(rows[static_cast<std::size_t>(i)]);
  std::vector<Rows> groups;
  for (auto& [first, group] : by_values) {
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  std::ranges::sort(groups);
  return groups;
}

Problems tell_copies(const std::vector<Rows>& groups, std::size_t all) {
  constexpr std::size_t most_told = 4;
  if (groups.empty()) return {};
  Rows rows;
  std::string list;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    rows.insert(rows.end(), groups[i].begin(), groups[i].end());
    if (i < most_told) list += (i == 0 ? "" : "; ") + listed(groups[i], 4);
  }
  if (groups.size() > most_told) list += "; …";
  return {{Gravity::look, "copied_rows",
           rows.size() == all && groups.size() == 1
               ? "All rows are copies of one."
               : counted(rows.size(), "row is", "rows are") + " copies: rows " + list +
                     " have the same values in every measure.",
           "Keep one of each, unless they are different scans.", rows}};
}

/// Finds pairs of rows that differ in at most a tenth of the varied measures.
Problems near_copies(const Matrix& values, const Rows& rows) {
  constexpr Index most_rows = 3000;  // all pairs are compared
  constexpr Index least_measures = 5;
  const std::vector<Index> varied = varied_measures(values);
  if (values.rows() > most_rows || std::ssize(varied) < least_measures) return {};
  const Matrix compared = values(Eigen::all, varied);
  const Index allowed = std::ssize(varied) / 10 + (std::ssize(varied) < 10 ? 1 : 0);
  Names pairs;
  Rows concerned;
  for (Index a = 0; a < compared.rows(); ++a) {
    for (Index b = a + 1; b < compared.rows(); ++b) {
      Index different = 0;
      for (Index c = 0; c < compared.cols() && different <= allowed; ++c) {
        if (!same(compared(a, c), compared(b, c))) ++different;
      }
      if (different == 0 || different > allowed) continue;
      const std::size_t first = rows[static_cast<std::size_t>(a)];
      const std::size_t second = rows[static_cast<std::size_t>(b)];
      pairs.push_back(std::to_string(first) + " and " + std::to_string(second));
      concerned.insert(concerned.end(), {first, second});
    }
  }
  if (pairs.empty()) return {};
  return {{Gravity::look, "similar_rows",
           "Almost the same row twice: rows " + listed(pairs, 4) +
               " have the same values in nine of ten measures.",
           "Check whether a scan was processed twice, or values were pasted.", concerned}};
}

}  // namespace

Problems copied_rows(const SiteFile& file) {
  const Matrix& values = file.table->values;
  const Rows& rows = file.table->rows;
  if (values.cols() < 2 || values.rows() < 2) return {};
  Problems problems = tell_copies(copies(values, rows), rows.size());
  for (Problem& problem : near_copies(values, rows)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace dsne::tools::checking
