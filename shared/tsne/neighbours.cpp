#include "tsne/neighbours.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/simd.h"
#include "tsne/shortlist.h"

namespace dsne::tsne {
namespace {

/// Adds the squared distances of a query to `count` candidates in columns (features × count).
DSNE_SIMD void add_squared_differences(const double* query, const double* candidates,
                                       std::ptrdiff_t features, std::ptrdiff_t count, double* out) {
  for (std::ptrdiff_t k = 0; k < features; ++k) {
    const double coordinate = query[k];
    const double* row = candidates + k * count;
#pragma omp simd
    for (std::ptrdiff_t j = 0; j < count; ++j) {
      const double difference = coordinate - row[j];
      out[j] += difference * difference;
    }
  }
}

/// Writes the nearest of some candidates to the query's row of the result.
void select_nearest(const RowVector& query, const Matrix& candidates,
                    const std::vector<std::uint32_t>& possible, Neighbours& result,
                    Eigen::Index row) {
  Vector distances = squared_distances(query, candidates(possible, Eigen::all).transpose().eval());
  // NaN cannot be sorted.
  distances = distances.array().isNaN().select(HUGE_VAL, distances);
  std::vector<Eigen::Index> order(possible.size());
  std::iota(order.begin(), order.end(), 0);
  const auto nearer = [&](Eigen::Index a, Eigen::Index b) {
    return distances[a] < distances[b] ||
           (distances[a] == distances[b] &&
            possible[static_cast<std::size_t>(a)] < possible[static_cast<std::size_t>(b)]);
  };
  const auto last = order.begin() + result.count;
  std::nth_element(order.begin(), last - 1, order.end(), nearer);
  std::sort(order.begin(), last, nearer);
  for (Eigen::Index k = 0; k < result.count; ++k) {
    const Eigen::Index nearest = order[static_cast<std::size_t>(k)];
    const auto place = static_cast<std::size_t>(row * result.count + k);
    result.indices[place] = possible[static_cast<std::size_t>(nearest)];
    result.squared_distances[place] = distances[nearest];
  }
}

Neighbours search(const Matrix& queries, const Matrix& candidates, Eigen::Index count,
                  bool skip_self) {
  const Eigen::Index rows = queries.rows();
  Neighbours result;
  result.count = count;
  result.indices.resize(static_cast<std::size_t>(rows * count));
  result.squared_distances.resize(static_cast<std::size_t>(rows * count));
  if (rows == 0) return result;
  const Shortlist shortlist(queries, candidates);
#pragma omp parallel for schedule(dynamic) if (rows > Shortlist::group_rows)
  for (Eigen::Index first = 0; first < rows; first += Shortlist::group_rows) {
    const Eigen::Index last = std::min(first + Shortlist::group_rows, rows);
    const auto possible = shortlist.of_group(first, last, count, skip_self);
    for (Eigen::Index i = first; i < last; ++i) {
      select_nearest(queries.row(i), candidates, possible[static_cast<std::size_t>(i - first)],
                     result, i);
    }
  }
  return result;
}

}  // namespace

Vector squared_distances(const RowVector& query, const Matrix& columns) {
  Vector distances = Vector::Zero(columns.cols());
  add_squared_differences(query.data(), columns.data(), columns.rows(), columns.cols(),
                          distances.data());
  return distances;
}

Matrix squared_distances_between(const Matrix& points, const Matrix& others) {
  const Matrix columns = others.transpose();
  Matrix result(points.rows(), others.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    result.row(i) = squared_distances(points.row(i), columns);
  }
  return result;
}

Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count) {
  return search(points, points, count, true);
}

Neighbours nearest_candidates(const Matrix& queries, const Matrix& candidates, Eigen::Index count) {
  return search(queries, candidates, count, false);
}

}  // namespace dsne::tsne
