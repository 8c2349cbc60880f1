#include "tsne/neighbours.h"

#include <algorithm>
#include <numeric>

#include "tsne/simd.h"

namespace dsne {
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

/// Writes the `count` nearest candidates, `skip` excepted, to the row of the result for one query.
void select_nearest(const Vector& distances, std::ptrdiff_t skip, Eigen::Index count,
                    std::vector<std::uint32_t>& order, std::uint32_t* indices,
                    double* squared_distances_out) {
  order.resize(static_cast<std::size_t>(distances.size()));
  std::iota(order.begin(), order.end(), 0U);
  if (skip >= 0) order.erase(order.begin() + skip);
  const auto nearer = [&](std::uint32_t a, std::uint32_t b) {
    return distances[a] < distances[b] || (distances[a] == distances[b] && a < b);
  };
  const auto middle = order.begin() + count;
  std::nth_element(order.begin(), middle - 1, order.end(), nearer);
  std::sort(order.begin(), middle, nearer);
  std::copy(order.begin(), middle, indices);
  std::transform(order.begin(), middle, squared_distances_out,
                 [&](std::uint32_t j) { return distances[j]; });
}

Neighbours search(const Matrix& queries, const Matrix& candidates, Eigen::Index count,
                  bool skip_self) {
  const Eigen::Index rows = queries.rows();
  const Matrix columns = candidates.transpose();
  Neighbours result;
  result.count = count;
  result.indices.resize(static_cast<std::size_t>(rows * count));
  result.squared_distances.resize(static_cast<std::size_t>(rows * count));
#pragma omp parallel
  {
    std::vector<std::uint32_t> order;
#pragma omp for schedule(static)
    for (Eigen::Index i = 0; i < rows; ++i) {
      select_nearest(squared_distances(queries.row(i), columns), skip_self ? i : -1, count, order,
                     &result.indices[static_cast<std::size_t>(i * count)],
                     &result.squared_distances[static_cast<std::size_t>(i * count)]);
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

Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count) {
  return search(points, points, count, true);
}

Neighbours nearest_candidates(const Matrix& queries, const Matrix& candidates, Eigen::Index count) {
  return search(queries, candidates, count, false);
}

}  // namespace dsne
