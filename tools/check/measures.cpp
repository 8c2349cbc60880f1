#include "tools/check/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

/// Numbers that people write where a value is missing.
constexpr std::array<double, 17> codes = {-9,  -99,  -999, -9999, -99999, -7,     -77, -777, -8,
                                          -88, -888, 999,  9999,  99999,  999999, 777, 888};

/// Whether a code stands apart from all other values, in order.
bool stands_apart(double code, const std::vector<double>& others) {
  constexpr std::size_t least_others = 5;
  if (others.size() < least_others) return false;
  const double low = others.front();
  const double high = others.back();
  const double spread = high - low;
  if (code == 0) {
    const double median = data::quantile(others, 0.5);
    return low > 0.25 * median && low > 0;
  }
  if (code < 0) return low >= 0 ? true : code < low - spread;
  return code > high + spread && code > 2 * high;
}

struct Code {
  double code = 0;
  std::vector<std::size_t> rows;
};

std::vector<Code> codes_in(const Matrix& values, Index column,
                           const std::vector<std::size_t>& rows) {
  std::vector<double> others;
  std::map<double, std::vector<std::size_t>> found;
  for (Index i = 0; i < values.rows(); ++i) {
    const double value = values(i, column);
    if (std::isnan(value)) continue;
    if (value == 0 || std::find(codes.begin(), codes.end(), value) != codes.end()) {
      found[value].push_back(rows[static_cast<std::size_t>(i)]);
    } else {
      others.push_back(value);
    }
  }
  std::sort(others.begin(), others.end());
  std::vector<Code> result;
  for (auto& [code, where] : found) {
    // A value that many subjects have is no code for a missing one; 0 is one for few at most.
    const std::size_t most = code == 0 ? others.size() / 20 : others.size();
    if (where.size() > most || !stands_apart(code, others)) continue;
    result.push_back({code, std::move(where)});
  }
  return result;
}

}  // namespace

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
    for (const Code& found : codes_in(values, static_cast<Index>(m), rows)) {
      Problem& problem = by_code[found.code];
      problem.measures.push_back(measures[m].name);
      problem.column = problem.measures.size() == 1 ? measures[m].column : 0;
      for (const std::size_t row : found.rows) problem.rows.push_back(row);
      described[found.code].push_back(measures[m].name +
                                      (found.rows.size() == 1 ? " (row " : " (rows ") +
                                      listed(found.rows, 5) + ")");
    }
  }
  Problems problems;
  for (auto& [code, problem] : by_code) {
    std::sort(problem.rows.begin(), problem.rows.end());
    problem.rows.erase(std::unique(problem.rows.begin(), problem.rows.end()), problem.rows.end());
    problem.rows.resize(std::min<std::size_t>(problem.rows.size(), 100));
    problem.kind = "missing_code";
    problem.text = shown_number(code) + " stands far from all other values of " +
                   listed(described[code], 4) + ".";
    problem.remedy = "If it means that the value is missing, leave the cell empty.";
    problems.push_back(problem);
  }
  return problems;
}

}  // namespace dsne::tools::checking
