#include "tools/evaluation/steadiness.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/uniform.h"
#include "tools/evaluation/hdbscan.h"
#include "tools/evaluation/shared_neighbours.h"

namespace dsne::evaluation {
namespace {

using Index = Eigen::Index;
using Random = std::mt19937_64;

constexpr Index smallest_cluster = 5;

/// The points that have a similar neighbour, so that a walk can leave them.
PointGroup walk_starts(const SharedNeighbours& space) {
  PointGroup starts;
  const Index k = space.neighbours.count;
  for (Index i = 0; i < space.weights.rows(); ++i) {
    const auto row = space.similarities.begin() + i * k;
    if (std::any_of(row, row + k, [](double similarity) { return similarity > 0; })) {
      starts.push_back(i);
    }
  }
  return starts;
}

/// The points that a walk from `start` meets: breadth first, it steps to a neighbour with a
/// probability equal to the similarity, and ends after `steps` or when it has nowhere to go.
PointGroup walk(const SharedNeighbours& space, Index start, Index steps, Random& random) {
  const Index k = space.neighbours.count;
  PointGroup visits{start};
  for (std::size_t next = 0; next < visits.size() && std::ssize(visits) <= steps; ++next) {
    const Index first = visits[next] * k;
    for (Index n = first; n < first + k; ++n) {
      const auto position = static_cast<std::size_t>(n);
      if (uniform(random) < space.similarities[position]) {
        visits.push_back(space.neighbours.indices[position]);
      }
    }
  }
  std::sort(visits.begin(), visits.end());
  visits.erase(std::unique(visits.begin(), visits.end()), visits.end());
  return visits;
}

/// A group of at least two points that are together in the space.
PointGroup gather(const SharedNeighbours& space, const PointGroup& starts, Index steps,
                  Random& random) {
  const Index start = starts[static_cast<std::size_t>(random() % starts.size())];
  PointGroup group;
  while (group.size() < 2) group = walk(space, start, steps, random);
  return group;
}

Matrix distances(const SharedNeighbours& space, const std::vector<PointGroup>& groups,
                 double offset) {
  return (mean_similarities(space, groups).array() + offset).inverse();
}

/// The group's parts in a space: its clusters there and its points of noise, one by one.
std::vector<PointGroup> split(const SharedNeighbours& space, const PointGroup& group,
                              double offset) {
  std::vector<PointGroup> points;
  for (const Index point : group) points.push_back({point});
  Matrix between = distances(space, points, offset);
  between.diagonal().setZero();
  const std::vector<int> labels = hdbscan(between, smallest_cluster);

  std::vector<PointGroup> parts(static_cast<std::size_t>(
      1 + std::max(noise_label, *std::max_element(labels.begin(), labels.end()))));
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (labels[i] == noise_label) {
      parts.push_back({group[i]});
    } else {
      parts[static_cast<std::size_t>(labels[i])].push_back(group[i]);
    }
  }
  return parts;
}

/// By how much any two points are farther apart in `to` than in `from`, at most.
double largest_growth(const SharedNeighbours& from, const SharedNeighbours& to, double offset) {
  const SparseMatrix from_columns = from.weights.transpose();
  const SparseMatrix to_columns = to.weights.transpose();
  double largest = 0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (Index i = 0; i < from.weights.rows(); ++i) {
    const Matrix near = from.weights.middleRows(i, 1) * from_columns;
    const Matrix far = to.weights.middleRows(i, 1) * to_columns;
    const double growth = ((far.array() / to.self_similarity + offset).inverse() -
                           (near.array() / from.self_similarity + offset).inverse())
                              .maxCoeff();
    largest = std::max(largest, growth);
  }
  return largest;
}

/// Growths of distance, weighted.
struct Growth {
  double sum = 0;
  double weight = 0;
};

/// Over the pairs of parts that are farther apart in `to` than in `from`.
Growth growth_between(const std::vector<PointGroup>& parts, const SharedNeighbours& from,
                      const SharedNeighbours& to, double offset) {
  const Matrix growths = distances(to, parts, offset) - distances(from, parts, offset);
  Growth total;
  for (std::size_t a = 0; a < parts.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double growth = growths(static_cast<Index>(a), static_cast<Index>(b));
      if (growth <= 0) continue;
      const auto weight = static_cast<double>(parts[a].size() * parts[b].size());
      total.sum += growth * weight;
      total.weight += weight;
    }
  }
  return total;
}

/// How well groups gathered in `from` stay together in `to`.
std::optional<double> reliability(const SharedNeighbours& from, const SharedNeighbours& to,
                                  const SteadinessOptions& options) {
  const PointGroup starts = walk_starts(from);
  if (starts.empty()) return std::nullopt;
  const double points = static_cast<double>(from.weights.rows());
  const Index steps = std::max<Index>(1, static_cast<Index>(options.walk_share * points));
  std::vector<Growth> growths(static_cast<std::size_t>(options.iterations));
  std::vector<std::uint64_t> seeds(growths.size());
  std::generate(seeds.begin(), seeds.end(), Random(options.seed));
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < growths.size(); ++i) {
    Random random(seeds[i]);
    const PointGroup group = gather(from, starts, steps, random);
    growths[i] = growth_between(split(to, group, options.offset), from, to, options.offset);
  }
  Growth total;
  for (const Growth& growth : growths) {
    total.sum += growth.sum;
    total.weight += growth.weight;
  }
  if (total.weight == 0) return 1;
  const double mean = total.sum / total.weight;
  // Means over clusters can grow more than any of their points.
  return std::max(0.0, 1 - mean / largest_growth(from, to, options.offset));
}

}  // namespace

std::optional<InterClusterReliability> steadiness_and_cohesiveness(
    const Matrix& data, const Matrix& coordinates, const SteadinessOptions& options) {
  const Index points = data.rows();
  const Index k =
      options.neighbours.value_or(static_cast<Index>(std::sqrt(static_cast<double>(points))));
  if (points <= k || points < 2 || !data.allFinite() || !coordinates.allFinite())
    return std::nullopt;
  const SharedNeighbours in_data = shared_neighbours(data, k);
  const SharedNeighbours in_embedding = shared_neighbours(coordinates, k);
  const std::optional<double> steadiness = reliability(in_embedding, in_data, options);
  const std::optional<double> cohesiveness = reliability(in_data, in_embedding, options);
  if (!steadiness || !cohesiveness) return std::nullopt;
  return InterClusterReliability{*steadiness, *cohesiveness};
}

}  // namespace dsne::evaluation
