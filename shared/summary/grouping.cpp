#include "summary/grouping.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace dsne::summary {
namespace {

using Eigen::Index;
using Groups = std::vector<privacy::GroupRows>;

constexpr int most_sweeps = 30;
constexpr Index nearest_groups = 8;

/// Bound on the work of all sweeps, in coordinates read.
constexpr double most_work = 2e9;

/// A change must lower the scatter by more than rounding.
constexpr double least_gain = 1e-9;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

struct Swapping {
  const Matrix& points;
  Groups groups;
  Matrix means;
  std::vector<Index> group_of;
  Vector own;  ///< each point's squared distance from its group's mean
  double work = 0;

  void measure(Index group) {
    for (const Index row : groups[at(group)]) own(row) = away(row, group);
  }

  double away(Index point, Index group) const {
    return (points.row(point) - means.row(group)).squaredNorm();
  }

  double size(Index group) const { return static_cast<double>(groups[at(group)].size()); }

  std::vector<Index> near(Index point) {
    work += static_cast<double>(means.size());
    const Vector distances = (means.rowwise() - points.row(point)).rowwise().squaredNorm();
    std::vector<Index> order(groups.size());
    std::iota(order.begin(), order.end(), Index{0});
    const Index count = std::min<Index>(nearest_groups + 1, std::ssize(order));
    std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Index a, Index b) {
      return distances(a) != distances(b) ? distances(a) < distances(b) : a < b;
    });
    order.resize(at(count));
    return order;
  }

  void exchange(Index i, std::size_t slot_in_b, Index b) {
    const Index a = group_of[at(i)];
    const Index j = groups[at(b)][slot_in_b];
    means.row(a) += (points.row(j) - points.row(i)) / size(a);
    means.row(b) += (points.row(i) - points.row(j)) / size(b);
    *std::find(groups[at(a)].begin(), groups[at(a)].end(), i) = j;
    groups[at(b)][slot_in_b] = i;
    std::swap(group_of[at(i)], group_of[at(j)]);
    measure(a);
    measure(b);
  }

  /// The best partner of a point changes places with it, if that lowers the scatter.
  bool improve(Index i) {
    const Index a = group_of[at(i)];
    double best = -least_gain;
    Index best_group = -1;
    std::size_t best_slot = 0;
    for (const Index b : near(i)) {
      if (b == a) continue;
      const double there = away(i, b);
      const double share = 1 / size(a) + 1 / size(b);
      const privacy::GroupRows& members = groups[at(b)];
      work += 2 * static_cast<double>(members.size()) * static_cast<double>(points.cols());
      for (std::size_t slot = 0; slot < members.size(); ++slot) {
        const Index j = members[slot];
        const double change = away(j, a) - own(i) + there - own(j) -
                              (points.row(i) - points.row(j)).squaredNorm() * share;
        if (change < best) {
          best = change;
          best_group = b;
          best_slot = slot;
        }
      }
    }
    if (best_group < 0) return false;
    exchange(i, best_slot, best_group);
    return true;
  }
};

}  // namespace

Groups swapped(const Matrix& points, Groups groups) {
  if (groups.size() < 2) return groups;
  Matrix means = privacy::averaged(points, groups).means;
  Swapping swapping{points, std::move(groups), std::move(means), {}, Vector(points.rows())};
  swapping.group_of.assign(at(points.rows()), -1);
  for (Index g = 0; g < std::ssize(swapping.groups); ++g) {
    for (const Index row : swapping.groups[at(g)]) swapping.group_of[at(row)] = g;
    swapping.measure(g);
  }
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool changed = false;
    for (Index i = 0; i < points.rows() && swapping.work < most_work; ++i) {
      changed = swapping.improve(i) || changed;
    }
    if (!changed || swapping.work >= most_work) break;
  }
  return std::move(swapping.groups);
}

Groups grouped(const Matrix& points, Index least, Index most) {
  const Index size = std::max(least, (points.rows() + most - 1) / most);
  return swapped(points, privacy::microaggregated(points, size));
}

double scatter_within(const Matrix& points, const Groups& groups) {
  const Matrix means = privacy::averaged(points, groups).means;
  double sum = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index row : groups[g]) {
      sum += (points.row(row) - means.row(static_cast<Index>(g))).squaredNorm();
    }
  }
  return sum;
}

}  // namespace dsne::summary
