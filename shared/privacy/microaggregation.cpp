#include "privacy/microaggregation.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "privacy/random_source.h"

namespace dsne::privacy {
namespace {

using Eigen::Index;

constexpr Index most_at_a_time = 4096;

/// Picks the point that a group gathers around, from the rows that are left.
using Pick = Index(const Matrix& rows);

Index furthest_from_mean(const Matrix& rows) {
  Index furthest = 0;
  const RowVector mean = rows.colwise().mean();
  (rows.rowwise() - mean).rowwise().squaredNorm().maxCoeff(&furthest);
  return furthest;
}

Index front(const Matrix&) { return 0; }

/// Moves to the end of `left` the `count` rows nearest to the one picked.
void nearest_last(const Matrix& points, Pick* pick, GroupRows& left, Index count) {
  const Matrix rows = points(left, Eigen::all);
  const Vector away = (rows.rowwise() - rows.row(pick(rows))).rowwise().squaredNorm();
  GroupRows order(left.size());
  std::iota(order.begin(), order.end(), Index{0});
  // Ties are broken by row, so that equal distances give the same groups everywhere.
  std::nth_element(order.begin(), order.end() - count, order.end(), [&](Index a, Index b) {
    return away(a) != away(b) ? away(a) > away(b) : a > b;
  });
  std::sort(order.begin(), order.end() - count);
  for (Index& place : order) place = left[static_cast<std::size_t>(place)];
  left = std::move(order);
}

void add_groups(const Matrix& points, Index least, Pick* pick, GroupRows left,
                std::vector<GroupRows>& groups) {
  while (std::ssize(left) >= least) {
    const Index size = std::ssize(left) < 2 * least ? std::ssize(left) : least;
    if (size < std::ssize(left)) nearest_last(points, pick, left, size);
    groups.emplace_back(left.end() - size, left.end());
    left.resize(left.size() - groups.back().size());
  }
}

std::vector<GroupRows> grouped(const Matrix& points, Index least, Pick* pick,
                               const GroupRows& order) {
  const Index parts = std::clamp<Index>((points.rows() + most_at_a_time - 1) / most_at_a_time, 1,
                                        std::max<Index>(1, points.rows() / least));
  std::vector<GroupRows> groups;
  for (Index part = 0; part < parts; ++part) {
    const Index first = points.rows() * part / parts;
    const Index last = points.rows() * (part + 1) / parts;
    GroupRows rows(order.begin() + first, order.begin() + last);
    if (least > 1) {
      add_groups(points, least, pick, std::move(rows), groups);
    } else {
      for (const Index row : rows) groups.push_back({row});
    }
  }
  return groups;
}

GroupRows rows_of(const Matrix& points) {
  GroupRows rows(static_cast<std::size_t>(points.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace

std::vector<GroupRows> microaggregated(const Matrix& points, Index least) {
  return grouped(points, least, &furthest_from_mean, rows_of(points));
}

std::vector<GroupRows> randomly_microaggregated(const Matrix& points, Index least,
                                                RandomSource& source) {
  GroupRows order = rows_of(points);
  std::shuffle(order.begin(), order.end(), RandomBits{source});
  return grouped(points, least, &front, order);
}

Groups averaged(const Matrix& values, const std::vector<GroupRows>& groups) {
  Groups result{Matrix(std::ssize(groups), values.cols()), Vector(std::ssize(groups))};
  for (Index i = 0; i < std::ssize(groups); ++i) {
    const GroupRows& rows = groups[static_cast<std::size_t>(i)];
    result.means.row(i) = values(rows, Eigen::all).colwise().mean();
    result.sizes(i) = static_cast<double>(rows.size());
  }
  return result;
}

}  // namespace dsne::privacy
