#include "spectral/clusters.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/uniform.h"
#include "tsne/neighbours.h"

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

namespace {

constexpr Index width_neighbour = 7;
constexpr double ridge = 1e-6;
constexpr double least_degree = 1e-300;

double squared_spacing(const Matrix& landmarks) {
  const Index count = std::min(width_neighbour, landmarks.rows() - 1);
  const tsne::Neighbours nearest = tsne::nearest_neighbours(landmarks, count);
  std::vector<double> last;
  for (auto i = static_cast<std::size_t>(count) - 1; i < nearest.squared_distances.size();
       i += static_cast<std::size_t>(count)) {
    last.push_back(nearest.squared_distances[i]);
  }
  const auto middle = last.begin() + static_cast<std::ptrdiff_t>(last.size() / 2);
  std::nth_element(last.begin(), middle, last.end());
  return *middle;
}

}  // namespace

Nystrom::Nystrom(Matrix landmarks, double kernel_width)
    : landmarks_(std::move(landmarks)), width_(kernel_width * squared_spacing(landmarks_)) {
  if (!(width_ > 0)) throw InputError("too many points of the reference are the same one");
  among_ = exponents(landmarks_).array().exp();
  Matrix with_ridge = among_;
  with_ridge.diagonal().array() += ridge;
  factor_ = Eigen::LLT<Eigen::MatrixXd>(with_ridge).matrixL();
}

Matrix Nystrom::exponents(const Matrix& points) const {
  return tsne::squared_distances_between(points, landmarks_) / -width_;
}

Matrix Nystrom::solved(const Matrix& affinities) const {
  return factor_.triangularView<Eigen::Lower>().solve(affinities.transpose()).transpose();
}

Matrix Nystrom::features(const Matrix& points) const {
  return solved(exponents(points).array().exp());
}

Matrix Nystrom::directions(const Matrix& points) const {
  Matrix affinities = exponents(points);
  affinities.colwise() -= affinities.rowwise().maxCoeff().eval();
  return solved(affinities.array().exp());
}

Matrix Nystrom::landmark_features() const { return solved(among_); }

Vector Nystrom::weights(const Vector& feature_sums) const {
  const Vector to_points = factor_ * feature_sums;
  return to_points.cwiseQuotient(among_.rowwise().sum()).cwiseMax(0);
}

Matrix normalised(Matrix features, const Vector& sizes, const Vector& feature_sums) {
  const Vector own = sizes.cwiseProduct(features.rowwise().squaredNorm());
  const Vector degrees = (features * feature_sums).cwiseMax(own).cwiseMax(least_degree);
  features.array().colwise() *= (sizes.array() / degrees.array()).sqrt();
  return features;
}

}  // namespace dsne::spectral
