#include "quality/ordinary_half.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "quality/robust_units.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index most_candidates = 2000;
constexpr Index rows_at_a_time = 1000;
constexpr Index neighbours_in_half = 10;
constexpr Index least_in_half = 5;
constexpr double least_distance = 1e-9;

/// Returns the mean distance to the `count` nearest points but `self`, which is −1 for none.
/// @param squares the squared distances to all points
double mean_of_nearest(RowVector squares, Index self, Index count) {
  if (self >= 0) squares(self) = std::numeric_limits<double>::infinity();
  std::nth_element(squares.begin(), squares.begin() + count - 1, squares.end());
  return squares.head(count).cwiseSqrt().sum() / static_cast<double>(count);
}

}  // namespace

Vector mean_distances_to_nearest(const Matrix& points, Index count) {
  const Matrix squares = tsne::squared_distances_among(points);
  Vector means(points.rows());
#pragma omp parallel for schedule(static) if (points.rows() >= rows_at_a_time)
  for (Index i = 0; i < means.size(); ++i) means(i) = mean_of_nearest(squares.row(i), i, count);
  return means;
}

std::vector<Index> ordinary_half(const Matrix& points, const std::vector<Index>& candidates) {
  std::vector<Index> rows;
  for (const Index i : evenly_spaced(std::ssize(candidates), most_candidates)) {
    rows.push_back(candidates[static_cast<std::size_t>(i)]);
  }
  const Index count = std::ssize(rows);
  const Vector means = mean_distances_to_nearest(
      points(rows, Eigen::all), std::min(std::max(count / 2, Index{3}), count - 1));
  std::vector<Index> order(rows.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return means(a) < means(b); });
  order.resize(static_cast<std::size_t>(std::min(std::max((count + 1) / 2, least_in_half), count)));
  for (Index& i : order) i = rows[static_cast<std::size_t>(i)];
  return order;
}

Vector log_distance_to_half(const Matrix& points, const std::vector<Index>& half) {
  const Matrix ordinary = points(half, Eigen::all);
  std::vector<Index> place(static_cast<std::size_t>(points.rows()), -1);
  for (std::size_t j = 0; j < half.size(); ++j) {
    place[static_cast<std::size_t>(half[j])] = static_cast<Index>(j);
  }
  const Index count = std::min(neighbours_in_half, ordinary.rows() - 1);
  Vector result(points.rows());
  for (Index first = 0; first < points.rows(); first += rows_at_a_time) {
    const Index rows = std::min(rows_at_a_time, points.rows() - first);
    const Matrix squares =
        tsne::squared_distances_between(points.middleRows(first, rows), ordinary);
#pragma omp parallel for schedule(static) if (rows >= rows_at_a_time)
    for (Index i = 0; i < rows; ++i) {
      const Index own = place[static_cast<std::size_t>(first + i)];
      result(first + i) = std::log(mean_of_nearest(squares.row(i), own, count) + least_distance);
    }
  }
  return result;
}

}  // namespace dsne::quality
