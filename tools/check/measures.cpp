#include "tools/check/measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "data/missing.h"
#include "data/quantile.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;

MeasureView view_measure(const Matrix& values, Index column) {
  MeasureView view;
  std::vector<double> sorted = data::present_values(values, column);
  view.present = sorted.size();
  view.missing = static_cast<std::size_t>(values.rows()) - sorted.size();
  if (sorted.empty()) return view;
  std::sort(sorted.begin(), sorted.end());
  view.median = data::quantile(sorted, 0.5);
  view.low = data::quantile(sorted, 0.05);
  view.high = data::quantile(sorted, 0.95);
  view.least = sorted.front();
  view.most = sorted.back();
  view.whole = std::all_of(sorted.begin(), sorted.end(),
                           [](double value) { return value == std::round(value); });
  view.constant = sorted.size() > 1 && view.least == view.most;
  return view;
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

}  // namespace dsne::tools::checking
