#include "privacy/microaggregation.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace dsne::privacy {
namespace {

using Eigen::Index;

constexpr Index most_at_a_time = 4096;

/// Brings the `count` rows of `left` that are nearest to the one furthest from their mean to its
/// end.
void nearest_last(const Matrix& points, std::vector<Index>& left, Index count) {
  const Matrix rows = points(left, Eigen::all);
  Index furthest = 0;
  (rows.rowwise() - rows.colwise().mean()).rowwise().squaredNorm().maxCoeff(&furthest);
  const Vector away = (rows.rowwise() - rows.row(furthest)).rowwise().squaredNorm();
  std::vector<Index> order(left.size());
  std::iota(order.begin(), order.end(), Index{0});
  // By the place, too, so that equal distances give the same groups everywhere.
  std::nth_element(order.begin(), order.end() - count, order.end(), [&](Index a, Index b) {
    return away(a) != away(b) ? away(a) > away(b) : a > b;
  });
  std::sort(order.begin(), order.end() - count);
  for (Index& place : order) place = left[static_cast<std::size_t>(place)];
  left = std::move(order);
}

void add_groups(const Matrix& points, Index least, std::vector<RowVector>& means,
                std::vector<double>& sizes) {
  std::vector<Index> left(static_cast<std::size_t>(points.rows()));
  std::iota(left.begin(), left.end(), Index{0});
  while (std::ssize(left) >= least) {
    const Index size = std::ssize(left) < 2 * least ? std::ssize(left) : least;
    if (size < std::ssize(left)) nearest_last(points, left, size);
    const std::vector<Index> group(left.end() - size, left.end());
    means.emplace_back(points(group, Eigen::all).colwise().mean());
    sizes.push_back(static_cast<double>(size));
    left.resize(left.size() - group.size());
  }
}

}  // namespace

Groups microaggregated(const Matrix& points, Index least) {
  if (least <= 1) return {points, Vector::Ones(points.rows())};
  std::vector<RowVector> means;
  std::vector<double> sizes;
  const Index parts = std::clamp<Index>((points.rows() + most_at_a_time - 1) / most_at_a_time, 1,
                                        std::max<Index>(1, points.rows() / least));
  for (Index part = 0; part < parts; ++part) {
    const Index first = points.rows() * part / parts;
    const Index last = points.rows() * (part + 1) / parts;
    add_groups(points.middleRows(first, last - first), least, means, sizes);
  }
  Groups groups{Matrix(std::ssize(means), points.cols()),
                Eigen::Map<const Vector>(sizes.data(), std::ssize(sizes))};
  for (Index i = 0; i < groups.means.rows(); ++i) {
    groups.means.row(i) = means[static_cast<std::size_t>(i)];
  }
  return groups;
}

}  // namespace dsne::privacy
