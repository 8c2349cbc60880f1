#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "data/missing.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;

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
