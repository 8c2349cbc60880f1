#include "tsne/neighbour_affinities.h"

#include <algorithm>
#include <cmath>

namespace dsne::tsne {
namespace {

/// Returns the perplexity nearest to the wanted one that a number of candidates allows.
double possible_perplexity(double wanted, Eigen::Index candidates) {
  return std::max(1.0, std::min(wanted, largest_perplexity(candidates + 1)));
}

Eigen::Index neighbours_for(double perplexity, Eigen::Index candidates) {
  return std::min(static_cast<Eigen::Index>(std::ceil(3 * perplexity)), candidates);
}

constexpr double neighbours_per_perplexity = 3;

struct Row {
  std::vector<std::uint32_t> indices;
  std::vector<double> squared_distances;
  std::vector<double> weights;
  std::vector<double> values;
};

/// Selects a point's nearest candidates that stand for `least` points together.
Row row_of(const Neighbours& nearest, Eigen::Index point, const Vector& weights, double least) {
  Row row;
  double sum = 0;
  const auto begin = static_cast<std::size_t>(point * nearest.count);
  for (auto k = begin; k < begin + static_cast<std::size_t>(nearest.count) && sum < least; ++k) {
    if (!std::isfinite(nearest.squared_distances[k])) break;
    row.indices.push_back(nearest.indices[k]);
    row.squared_distances.push_back(nearest.squared_distances[k]);
    row.weights.push_back(weights(nearest.indices[k]));
    sum += row.weights.back();
  }
  return row;
}

void calibrate(Row& row, double entropy) {
  row.values.resize(row.indices.size());
  if (row.indices.empty()) return;
  conditional_row(row.squared_distances.data(), row.weights, entropy, row.values.data());
}

NeighbourAffinities padded(const std::vector<Row>& rows) {
  std::size_t count = 1;
  for (const Row& row : rows) count = std::max(count, row.indices.size());
  NeighbourAffinities result;
  result.neighbours.count = static_cast<Eigen::Index>(count);
  for (const Row& row : rows) {
    const std::size_t missing = count - row.indices.size();
    const auto append = [&](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
      to.insert(to.end(), missing, {});
    };
    append(result.neighbours.indices, row.indices);
    append(result.neighbours.squared_distances, row.squared_distances);
    append(result.values, row.values);
  }
  return result;
}

}  // namespace

NeighbourAffinities affinities_among(const Matrix& points, double perplexity) {
  NeighbourAffinities result;
  if (points.rows() < 2) return result;
  const double possible = possible_perplexity(perplexity, points.rows() - 1);
  result.neighbours = nearest_neighbours(points, neighbours_for(possible, points.rows() - 1));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity) {
  const double possible = possible_perplexity(perplexity, candidates.rows());
  NeighbourAffinities result;
  result.neighbours =
      nearest_candidates(points, candidates, neighbours_for(possible, candidates.rows()));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

Eigen::Index enough_candidates(const Vector& weights, double perplexity) {
  const double enough = std::ceil(neighbours_per_perplexity * perplexity / weights.minCoeff());
  return enough < static_cast<double>(weights.size()) ? static_cast<Eigen::Index>(enough)
                                                      : weights.size();
}

NeighbourAffinities weighted_affinities(const Neighbours& nearest, const Vector& weights,
                                        double perplexity) {
  const double possible =
      std::max(1.0, std::min(perplexity, weights.sum() / neighbours_per_perplexity));
  std::vector<Row> rows(nearest.indices.size() / static_cast<std::size_t>(nearest.count));
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = row_of(nearest, static_cast<Eigen::Index>(i), weights,
                     neighbours_per_perplexity * perplexity);
    calibrate(rows[i], std::log(possible));
  }
  return padded(rows);
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
