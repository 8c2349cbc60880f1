#include "tools/check/repeats.h"

#include <algorithm>
#include <cmath>
#include <map>

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
    std::vector<double> sorted(values.col(c).begin(), values.col(c).end());
    std::erase_if(sorted, [](double value) { return std::isnan(value); });
    std::sort(sorted.begin(), sorted.end());
    const auto different = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
    if (different > 1 && 2 * different > std::ssize(sorted)) varied.push_back(c);
  }
  return varied;
}

/// Returns groups of rows that are equal in all measures.
std::vector<Rows> copies(const Matrix& values, const Rows& rows) {
  std::vector<Index> order(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  const auto before = [&](Index a, Index b) {
    for (Index c = 0; c < values.cols(); ++c) {
      if (same(values(a, c), values(b, c))) continue;
      if (std::isnan(values(a, c))) return true;
      if (std::isnan(values(b, c))) return false;
      return values(a, c) < values(b, c);
    }
    return false;
  };
  std::stable_sort(order.begin(), order.end(), before);
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
  std::sort(groups.begin(), groups.end());
  return groups;
}

Problems tell_copies(const std::vector<Rows>& groups, std::size_t all) {
  if (groups.empty()) return {};
  Problem problem;
  problem.kind = "copied_rows";
  std::vector<std::string> shown;
  std::size_t count = 0;
  for (const Rows& group : groups) {
    shown.push_back(listed(group, 4));
    count += group.size();
    for (const std::size_t row : group) {
      if (problem.rows.size() < 100) problem.rows.push_back(row);
    }
  }
  problem.text =
      count == all && groups.size() == 1
          ? "All rows are copies of one."
          : counted(count, "row is", "rows are") + " copies: rows " +
                [&] {
                  std::string list;
                  for (std::size_t i = 0; i < std::min<std::size_t>(shown.size(), 4); ++i) {
                    list += (i == 0 ? "" : "; ") + shown[i];
                  }
                  return list + (shown.size() > 4 ? "; …" : "");
                }() +
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
      if (problem.rows.size() < 100) problem.rows.insert(problem.rows.end(), {first, second});
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

Persons count_persons(const std::vector<std::string>& persons) {
  std::map<std::string, std::size_t> scans;
  Persons counts{persons.size(), 0, 0};
  for (const std::string& person : persons) {
    counts.most_of_one = std::max(counts.most_of_one, ++scans[person]);
  }
  counts.persons = scans.size();
  return counts;
}

Problems persons_scanned_often(const Persons& persons) {
  constexpr std::size_t often = 5;
  const bool one_often = persons.most_of_one >= often && 10 * persons.most_of_one >= persons.scans;
  const bool few = persons.scans >= 4 * persons.persons;
  if (!one_often && !few) return {};
  Problem problem;
  problem.kind = "one_person_often";
  problem.text = counted(persons.scans, "scan is", "scans are") + " of " +
                 counted(persons.persons, "person", "persons") + ", one of whom has " +
                 std::to_string(persons.most_of_one) + ".";
  problem.remedy = "Scans of one person are alike and hide bad ones: bring one or two of each.";
  return {problem};
}

}  // namespace dsne::tools::checking
