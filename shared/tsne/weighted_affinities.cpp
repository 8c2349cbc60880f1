#include "tsne/weighted_affinities.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dsne::tsne {
namespace {

constexpr double neighbours_per_perplexity = 3;

struct Row {
  std::vector<std::uint32_t> indices;
  std::vector<double> squared_distances;
  std::vector<double> weights;
  std::vector<double> values;
};

/// The nearest candidates, at equal distance those of lower index first, that stand for `least`.
Row nearest(const Vector& distances, const Vector& weights, double least) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(distances.size()));
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](std::uint32_t j) { return !std::isfinite(distances(j)); });
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return distances(a) != distances(b) ? distances(a) < distances(b) : a < b;
  });
  Row row;
  double sum = 0;
  for (const std::uint32_t j : order) {
    if (sum >= least) break;
    row.indices.push_back(j);
    row.squared_distances.push_back(distances(j));
    row.weights.push_back(weights(j));
    sum += weights(j);
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

NeighbourAffinities weighted_affinities(Eigen::Index points, const DistancesOf& distances,
                                        const Vector& weights, double perplexity) {
  const double possible =
      std::max(1.0, std::min(perplexity, weights.sum() / neighbours_per_perplexity));
  std::vector<Row> rows(static_cast<std::size_t>(points));
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < points; ++i) {
    Row& row = rows[static_cast<std::size_t>(i)];
    row = nearest(distances(i), weights, neighbours_per_perplexity * perplexity);
    calibrate(row, std::log(possible));
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
