#include "tsne/neighbour_affinities.h"

#include <algorithm>
#include <cmath>

namespace dsne::tsne {
namespace {

constexpr double neighbours_per_perplexity = 3;
// With fewer points, starting threads costs more than they save.
constexpr std::size_t min_weighted_for_threads = 100;

/// Counts the nearest candidates, from place `first` on, that stand for `least` points together.
std::size_t nearest_for(const Neighbours& nearest, std::size_t first, const Vector& weights,
                        double least) {
  const auto given = static_cast<std::size_t>(nearest.count);
  double sum = 0;
  std::size_t found = 0;
  for (; found < given && sum < least; ++found) {
    if (!std::isfinite(nearest.squared_distances[first + found])) break;
    sum += weights(nearest.indices[first + found]);
  }
  return found;
}

}  // namespace

NeighbourAffinities affinities_among(const Matrix& points, double perplexity) {
  NeighbourAffinities result;
  const Eigen::Index others = points.rows() - 1;
  if (others < 1) return result;
  const double possible = std::max(1.0, std::min(perplexity, largest_perplexity(points.rows())));
  const auto wanted = static_cast<Eigen::Index>(std::ceil(neighbours_per_perplexity * possible));
  result.neighbours = nearest_neighbours(points, std::min(wanted, others));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity) {
  const Vector once = Vector::Ones(candidates.rows());
  return weighted_affinities(
      nearest_candidates(points, candidates, enough_candidates(once, perplexity)), once,
      perplexity);
}

Eigen::Index enough_candidates(const Vector& weights, double perplexity) {
  const double enough = std::ceil(neighbours_per_perplexity * perplexity / weights.minCoeff());
  return enough < static_cast<double>(weights.size()) ? static_cast<Eigen::Index>(enough)
                                                      : weights.size();
}

NeighbourAffinities weighted_affinities(const Neighbours& nearest, const Vector& weights,
                                        double perplexity) {
  const double entropy =
      std::log(std::max(1.0, std::min(perplexity, weights.sum() / neighbours_per_perplexity)));
  const auto given = static_cast<std::size_t>(nearest.count);
  std::vector<std::size_t> counts(nearest.indices.size() / given);
  std::size_t width = 1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = nearest_for(nearest, i * given, weights, neighbours_per_perplexity * perplexity);
    width = std::max(width, counts[i]);
  }
  NeighbourAffinities result;
  result.neighbours.count = static_cast<Eigen::Index>(width);
  result.neighbours.indices.resize(counts.size() * width);
  result.neighbours.squared_distances.resize(counts.size() * width);
  result.values.resize(counts.size() * width);
#pragma omp parallel for schedule(static) if (counts.size() >= min_weighted_for_threads)
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::vector<double> own;
    for (std::size_t k = 0; k < counts[i]; ++k) {
      const std::size_t from = i * given + k;
      result.neighbours.indices[i * width + k] = nearest.indices[from];
      result.neighbours.squared_distances[i * width + k] = nearest.squared_distances[from];
      own.push_back(weights(nearest.indices[from]));
    }
    if (own.empty()) continue;
    conditional_row(&nearest.squared_distances[i * given], own, entropy, &result.values[i * width]);
  }
  return result;
}

Affinities compressed(const NeighbourAffinities& affinities, const Vector& factors) {
  Affinities result;
  result.offsets.push_back(0);
  const auto count = static_cast<std::size_t>(affinities.neighbours.count);
  for (Eigen::Index i = 0; i < factors.size(); ++i) {
    const std::size_t begin = static_cast<std::size_t>(i) * count;
    for (std::size_t k = begin; k < begin + count; ++k) {
      if (!(affinities.values[k] > 0)) continue;
      result.columns.push_back(affinities.neighbours.indices[k]);
      result.values.push_back(factors(i) * affinities.values[k]);
    }
    result.offsets.push_back(result.values.size());
  }
  return result;
}

}  // namespace dsne::tsne
