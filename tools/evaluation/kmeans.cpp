#include "tools/evaluation/kmeans.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

#include "core/uniform.h"
#include "tsne/neighbours.h"

namespace dsne::evaluation {
namespace {

constexpr int max_iterations = 300;

/// An index drawn with a probability proportional to its weight.
Eigen::Index weighted_draw(const Vector& weights, std::mt19937_64& engine) {
  std::vector<double> cumulative(static_cast<std::size_t>(weights.size()));
  std::partial_sum(weights.begin(), weights.end(), cumulative.begin());
  const auto drawn = std::upper_bound(cumulative.begin(), cumulative.end() - 1,
                                      uniform(engine) * cumulative.back());
  return drawn - cumulative.begin();
}

/// k-means++: each seed a point drawn by its squared distance to the seeds before it.
Matrix seed_centres(const Matrix& points, Eigen::Index count, std::mt19937_64& engine) {
  const Matrix columns = points.transpose();
  Matrix centres(count, points.cols());
  Vector weights = Vector::Ones(points.rows());
  for (Eigen::Index k = 0; k < count; ++k) {
    if (!(weights.maxCoeff() > 0)) return centres.topRows(k);
    centres.row(k) = points.row(weighted_draw(weights, engine));
    const Vector distances = tsne::squared_distances(centres.row(k), columns);
    weights = k == 0 ? distances : weights.cwiseMin(distances);
  }
  return centres;
}

Matrix centres_of(const Matrix& points, tsne::Neighbours nearest, Eigen::Index count) {
  Matrix centres = Matrix::Zero(count, points.cols());
  Vector sizes = Vector::Zero(count);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const std::uint32_t cluster = nearest.indices[static_cast<std::size_t>(i)];
    centres.row(cluster) += points.row(i);
    sizes[cluster] += 1;
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    if (sizes[k] > 0) {
      centres.row(k) /= sizes[k];
      continue;
    }
    auto& distances = nearest.squared_distances;
    const auto farthest = std::max_element(distances.begin(), distances.end());
    centres.row(k) = points.row(farthest - distances.begin());
    *farthest = 0;
  }
  return centres;
}

KMeans lloyd(const Matrix& points, Matrix centres) {
  tsne::Neighbours nearest = tsne::nearest_candidates(points, centres, 1);
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    centres = centres_of(points, nearest, centres.rows());
    tsne::Neighbours moved = tsne::nearest_candidates(points, centres, 1);
    const bool settled = moved.indices == nearest.indices;
    nearest = std::move(moved);
    if (settled) break;
  }
  const auto& distances = nearest.squared_distances;
  return {.clusters = std::move(nearest.indices),
          .centres = std::move(centres),
          .inertia = std::accumulate(distances.begin(), distances.end(), 0.0)};
}

}  // namespace

KMeans kmeans(const Matrix& points, Eigen::Index count, std::uint64_t seed, int restarts) {
  std::mt19937_64 engine(seed);
  KMeans best = lloyd(points, seed_centres(points, count, engine));
  for (int restart = 1; restart < restarts; ++restart) {
    KMeans other = lloyd(points, seed_centres(points, count, engine));
    if (other.inertia < best.inertia) best = std::move(other);
  }
  return best;
}

}  // namespace dsne::evaluation
