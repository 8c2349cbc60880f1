#include "spectral/clusters.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "core/errors.h"
#include "core/uniform.h"

namespace dsne::spectral {
namespace {

using Eigen::Index;

constexpr std::uint64_t starts = 20;
constexpr int most_iterations = 300;
/// Rows nearer than this differ by rounding only.
constexpr double same_row = 1e-16;

Vector squared_to(const Matrix& rows, const RowVector& centre) {
  return (rows.rowwise() - centre).rowwise().squaredNorm();
}

/// Draws a number with these chances. @pre their sum is above 0
Index drawn(const Vector& chances, std::mt19937_64& engine) {
  double rest = uniform(engine) * chances.sum();
  Index last = 0;
  for (Index i = 0; i < chances.size(); ++i) {
    if (chances(i) <= 0) continue;
    last = i;
    rest -= chances(i);
    if (rest < 0) break;
  }
  return last;
}

Matrix first_centres(const Matrix& rows, const Vector& weights, Index clusters,
                     std::mt19937_64& engine) {
  Matrix centres(clusters, rows.cols());
  Vector chances = weights;
  Vector nearest = Vector::Constant(rows.rows(), std::numeric_limits<double>::infinity());
  for (Index c = 0; c < clusters; ++c) {
    if (!(chances.maxCoeff() > 0)) {
      throw InputError("the subjects fall into fewer clusters than are asked for");
    }
    centres.row(c) = rows.row(drawn(chances, engine));
    nearest = nearest.cwiseMin(squared_to(rows, centres.row(c)));
    chances = (nearest.array() > same_row).select(weights.cwiseProduct(nearest), 0);
  }
  return centres;
}

struct Solution {
  ClusterNumbers numbers;
  double inertia = std::numeric_limits<double>::infinity();
};

Matrix squared_distances(const Matrix& rows, const Matrix& centres) {
  Matrix squares(rows.rows(), centres.rows());
  for (Index c = 0; c < centres.rows(); ++c) squares.col(c) = squared_to(rows, centres.row(c));
  return squares;
}

Vector cluster_weights(const ClusterNumbers& numbers, const Vector& weights, Index clusters) {
  Vector sums = Vector::Zero(clusters);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    sums(numbers[i]) += weights(static_cast<Index>(i));
  }
  return sums;
}

/// Solves from one start. The inertia is infinite if a cluster becomes empty.
Solution from_start(const Matrix& rows, const Vector& weights, Index clusters,
                    std::uint64_t start) {
  std::mt19937_64 engine(start);
  Matrix centres = first_centres(rows, weights, clusters, engine);
  Solution solution;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Matrix squares = squared_distances(rows, centres);
    ClusterNumbers numbers(static_cast<std::size_t>(rows.rows()));
    double inertia = 0;
    for (Index i = 0; i < rows.rows(); ++i) {
      inertia += weights(i) * squares.row(i).minCoeff(&numbers[static_cast<std::size_t>(i)]);
    }
    if (!(cluster_weights(numbers, weights, clusters).minCoeff() > 0)) return {};
    if (numbers == solution.numbers) break;
    solution = {std::move(numbers), inertia};
    centres = cluster_centres(rows, weights, solution.numbers, clusters);
  }
  return solution;
}

ClusterNumbers heaviest_first(const ClusterNumbers& numbers, const Vector& weights,
                              Index clusters) {
  const Vector sums = cluster_weights(numbers, weights, clusters);
  std::vector<Index> order(static_cast<std::size_t>(clusters));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return sums(a) > sums(b); });
  std::vector<Index> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[static_cast<std::size_t>(order[i])] = static_cast<Index>(i);
  }
  ClusterNumbers renamed;
  for (const Index number : numbers) renamed.push_back(place[static_cast<std::size_t>(number)]);
  return renamed;
}

}  // namespace

Index clusters_by_gap(const Vector& values, Index most) {
  const Index last = std::min(most, values.size() - 1);
  Index best = std::min<Index>(2, values.size());
  for (Index clusters = best; clusters <= last; ++clusters) {
    const auto gap = [&](Index after) { return values(after - 1) - values(after); };
    if (gap(clusters) > gap(std::min(best, last))) best = clusters;
  }
  return best;
}

Matrix spectral_rows(const Matrix& directions, const Spectrum& spectrum) {
  Matrix rows =
      directions * spectrum.vectors * spectrum.values.cwiseSqrt().cwiseInverse().asDiagonal();
  for (auto row : rows.rowwise()) row.stableNormalize();
  return rows;
}

ClusterNumbers clustered(const Matrix& rows, const Vector& weights, Index clusters) {
  Solution best;
  for (std::uint64_t start = 1; start <= starts; ++start) {
    Solution next = from_start(rows, weights, clusters, start);
    if (next.inertia < best.inertia) best = std::move(next);
  }
  if (best.numbers.empty()) {
    throw InputError("the subjects fall into fewer clusters than are asked for");
  }
  return heaviest_first(best.numbers, weights, clusters);
}

Matrix cluster_centres(const Matrix& rows, const Vector& weights, const ClusterNumbers& numbers,
                       Index clusters) {
  Matrix centres = Matrix::Zero(clusters, rows.cols());
  for (Index i = 0; i < rows.rows(); ++i) {
    centres.row(numbers[static_cast<std::size_t>(i)]) += weights(i) * rows.row(i);
  }
  return cluster_weights(numbers, weights, clusters).cwiseInverse().asDiagonal() * centres;
}

Membership nearest_centres(const Matrix& rows, const Matrix& centres) {
  const Matrix distances = squared_distances(rows, centres).cwiseSqrt();
  Membership membership{ClusterNumbers(static_cast<std::size_t>(rows.rows())),
                        Vector::Ones(rows.rows())};
  for (Index i = 0; i < rows.rows(); ++i) {
    Index& nearest = membership.clusters[static_cast<std::size_t>(i)];
    RowVector from = distances.row(i);
    const double own = from.minCoeff(&nearest);
    from(nearest) = std::numeric_limits<double>::infinity();
    const double next = from.minCoeff();
    membership.margins(i) = next > 0 ? 1 - own / next : 0;
  }
  return membership;
}

Counts cluster_counts(const ClusterNumbers& numbers, Index clusters) {
  Counts counts = Counts::Zero(clusters);
  for (const Index number : numbers) ++counts(number);
  return counts;
}

SiteClusterSizes without_small(const ClusterNumbers& clusters, Index count, Index least) {
  SiteClusterSizes site{"", cluster_counts(clusters, count), 0};
  const auto take_away = [&](Index& cell) {
    site.others += cell;
    cell = 0;
  };
  for (Index& cell : site.counts) {
    if (cell < least) take_away(cell);
  }
  while (site.others > 0 && site.others < least && site.counts.any()) {
    Index* smallest = nullptr;
    for (Index& cell : site.counts) {
      if (cell > 0 && (smallest == nullptr || cell < *smallest)) smallest = &cell;
    }
    take_away(*smallest);
  }
  if (site.others < least) site.others = 0;
  return site;
}

}  // namespace dsne::spectral
