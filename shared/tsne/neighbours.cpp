#include "tsne/neighbours.h"

#include <algorithm>
#include <numeric>

#include "tsne/simd.h"

namespace dsne {
namespace {

/// Squared distances of one query to `count` candidates that stand in columns (features × stride).
DSNE_SIMD void squared_distances(const double* query, const double* candidates,
                                 std::ptrdiff_t features, std::ptrdiff_t stride,
                                 std::ptrdiff_t count, double* out) {
  std::fill_n(out, count, 0.0);
  for (std::ptrdiff_t k = 0; k < features; ++k) {
    const double coordinate = query[k];
    const double* row = candidates + k * stride;
#pragma omp simd
    for (std::ptrdiff_t j = 0; j < count; ++j) {
      const double difference = coordinate - row[j];
      out[j] += difference * difference;
    }
  }
}

/// Writes the `count` nearest candidates, `skip` excepted, to the row of the result for one query.
void select_nearest(const std::vector<double>& distances, std::ptrdiff_t skip, Eigen::Index count,
                    std::vector<std::uint32_t>& order, std::uint32_t* indices,
                    double* squared_distances_out) {
  order.resize(distances.size());
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
    std::vector<double> distances(static_cast<std::size_t>(candidates.rows()));
    std::vector<std::uint32_t> order;
#pragma omp for schedule(static)
    for (Eigen::Index i = 0; i < rows; ++i) {
      squared_distances(queries.row(i).data(), columns.data(), queries.cols(), candidates.rows(),
                        candidates.rows(), distances.data());
      select_nearest(distances, skip_self ? i : -1, count, order,
                     &result.indices[static_cast<std::size_t>(i * count)],
                     &result.squared_distances[static_cast<std::size_t>(i * count)]);
    }
  }
  return result;
}

}  // namespace

Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count) {
  return search(points, points, count, true);
}

Neighbours nearest_candidates(const Matrix& queries, const Matrix& candidates, Eigen::Index count) {
  return search(queries, candidates, count, false);
}

}  // namespace dsne
