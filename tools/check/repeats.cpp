#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/missing.h"
#include "tools/check/findings.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;
using Rows = std::vector<std::size_t>;

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
  std::vector<Index> order(rows.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto before = [&](Index a, Index b) {
    for (Index c = 0; c < values.cols(); ++c) {
      if (same(values(a, c), values(b, c))) continue;
      if (std::isnan(values(a, c))) return true;
      if (std::isnan(values(b, c))) return false;
      return values(a, c) < values(b, c);
    }
    return false;
  };
  std::ranges::stable_sort(order, before);
  std::vector<Rows> groups;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && !before(order[i], order[end])) ++end;
    if (end - i > 1) {
      Rows& group = groups.emplace_back();
      for (; i < end; ++i) group.push_back(rows[static_cast<std::size_t>(order[i])]);
    }
    i = end;
  }
  std::ranges::sort(groups);
  return groups;
}

Problems tell_copies(const std::vector<Rows>& groups, std::size_t all) {
  constexpr std::size_t most_told = 4;
  if (groups.empty()) return {};
  Problem problem;
  problem.kind = "copied_rows";
  std::string list;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    problem.rows.insert(problem.rows.end(), groups[i].begin(), groups[i].end());
    if (i < most_told) list += (i == 0 ? "" : "; ") + listed(groups[i], 4);
  }
  if (groups.size() > most_told) list += "; …";
  const std::size_t count = problem.rows.size();
  problem.text = count == all && groups.size() == 1
                     ? "All rows are copies of one."
                     : counted(count, "row is", "rows are") + " copies: rows " + list +
                           " have the same values in every measure.";
  problem.remedy = "Keep one of each, unless they are different scans.";
  return {problem};
}

/// Finds pairs of rows that differ in at most a tenth of the varied measures.
Problems near_copies(const Matrix& values, const Rows& rows) {
  constexpr Index most_rows = 3000;  // all pairs are compared
  constexpr Index least_measures = 5;
  const std::vector<Index> varied = varied_measures(values);
  if (values.rows() > most_rows || std::ssize(varied) < least_measures) return {};
  const Matrix compared = values(Eigen::all, varied);
  const Index allowed = std::ssize(varied) / 10 + (std::ssize(varied) < 10 ? 1 : 0);
  std::vector<std::string> pairs;
  Problem problem;
  problem.kind = "similar_rows";
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
      problem.rows.insert(problem.rows.end(), {first, second});
    }
  }
  if (pairs.empty()) return {};
  problem.text = "Almost the same row twice: rows " + listed(pairs, 4) +
                 " have the same values in nine of ten measures.";
  problem.remedy = "Check whether a scan was processed twice, or values were pasted.";
  return {problem};
}

}  // namespace

Problems copied_rows(const Matrix& values, const Rows& rows) {
  if (values.cols() < 2 || values.rows() < 2) return {};
  Problems problems = tell_copies(copies(values, rows), rows.size());
  for (Problem& problem : near_copies(values, rows)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace dsne::tools::checking
