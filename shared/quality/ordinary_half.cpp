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

/// Returns the mean of the `count` smallest distances; reorders them.
double mean_of_smallest(RowVector& squares, Index count) {
  std::nth_element(squares.begin(), squares.begin() + count - 1, squares.end());
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += std::sqrt(squares(i));
  return sum / static_cast<double>(count);
}

std::vector<Index> evenly_chosen(const std::vector<Index>& rows) {
  std::vector<Index> chosen;
  for (const Index i : evenly_spaced(std::ssize(rows), most_candidates)) {
    chosen.push_back(rows[static_cast<std::size_t>(i)]);
  }
  return chosen;
}

}  // namespace

std::vector<Index> ordinary_half(const Matrix& points, const std::vector<Index>& candidates) {
  const std::vector<Index> rows = evenly_chosen(candidates);
  const Index count = std::ssize(rows);
  const Matrix chosen = points(rows, Eigen::all);
  Matrix squares = tsne::squared_distances_between(chosen, chosen);
  std::vector<double> means;
  for (Index i = 0; i < count; ++i) {
    RowVector row = squares.row(i);
    row(i) = std::numeric_limits<double>::infinity();
    means.push_back(mean_of_smallest(row, std::min(std::max(count / 2, Index{3}), count - 1)));
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return means[a] < means[b]; });
  std::vector<Index> half;
  for (Index i = 0; i < std::min(std::max((count + 1) / 2, least_in_half), count); ++i) {
    half.push_back(rows[order[static_cast<std::size_t>(i)]]);
  }
  return half;
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
    for (Index i = 0; i < rows; ++i) {
      RowVector row = squares.row(i);
      const Index own = place[static_cast<std::size_t>(first + i)];
      if (own >= 0) row(own) = std::numeric_limits<double>::infinity();
      result(first + i) = std::log(mean_of_smallest(row, count) + least_distance);
    }
  }
  return result;
}

}  // namespace dsne::quality
