#include "tools/embedding_quality.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "quality/nearest_labels.h"
#include "tsne/gradient.h"
#include "tsne/neighbours.h"

namespace dsne::evaluation {
namespace {

constexpr int accuracy_neighbours = 10;
constexpr Eigen::Index fewest_points = 4;

const std::uint32_t* neighbours_of(const tsne::Neighbours& neighbours, Eigen::Index point) {
  return &neighbours.indices[static_cast<std::size_t>(point * neighbours.count)];
}

/// Returns 1 minus the normalized sum of how far the ranks, among `points`, of each point's k
/// neighbours in another space exceed k (Venna & Kaski 2001).
double kept_ranks(const Matrix& points, const tsne::Neighbours& neighbours_elsewhere,
                  Eigen::Index k) {
  const Matrix columns = points.transpose();
  const Eigen::Index count = points.rows();
  Eigen::Index excess = 0;
#pragma omp parallel for schedule(static) reduction(+ : excess)
  for (Eigen::Index i = 0; i < count; ++i) {
    const Vector distances = tsne::squared_distances(points.row(i), columns);
    const std::uint32_t* neighbours = neighbours_of(neighbours_elsewhere, i);
    for (Eigen::Index n = 0; n < k; ++n) {
      // The point itself is nearest and counts as the 1 at which ranks begin.
      const Eigen::Index rank = (distances.array() < distances[neighbours[n]]).count();
      excess += std::max<Eigen::Index>(0, rank - k);
    }
  }
  const auto worst = static_cast<double>(count * k * (2 * count - 3 * k - 1)) / 2;
  return 1 - static_cast<double>(excess) / worst;
}

double shared_part(const tsne::Neighbours& a, const tsne::Neighbours& b, Eigen::Index points,
                   Eigen::Index k) {
  Eigen::Index shared = 0;
  for (Eigen::Index i = 0; i < points; ++i) {
    const std::uint32_t* of_b = neighbours_of(b, i);
    shared += std::count_if(neighbours_of(a, i), neighbours_of(a, i) + k, [&](std::uint32_t j) {
      return std::find(of_b, of_b + k, j) != of_b + k;
    });
  }
  return static_cast<double>(shared) / static_cast<double>(points * k);
}

}  // namespace

const std::vector<MeasureName>& measure_names() {
  static const std::vector<MeasureName> names = {
      {"accuracy", "Label accuracy, 10 neighbours", true},
      {"trustworthiness", "Trustworthiness, 7 neighbours", true},
      {"preservation", "Neighbours kept, of 10", true},
      {"kl_divergence", "KL divergence, pooled", false},
  };
  return names;
}

EmbeddingEvaluator::EmbeddingEvaluator(Matrix data, double perplexity) : data_(std::move(data)) {
  const Eigen::Index points = data_.rows();
  if (points < fewest_points) throw InputError("a map of fewer than 4 points cannot be judged");
  affinities_ =
      tsne::joint_affinities(data_, std::min(perplexity, tsne::largest_perplexity(points)));
}

std::vector<std::optional<double>> EmbeddingEvaluator::measure(
    const Matrix& coordinates, const std::vector<std::string>& labels) const {
  if (coordinates.rows() != data_.rows()) {
    throw InputError("the map and the data have different numbers of points");
  }
  if (!labels.empty() && std::ssize(labels) != data_.rows()) {
    throw InputError("there are not as many labels as points");
  }
  std::vector<std::optional<double>> values(3);
  if (!labels.empty()) {
    const auto accuracy = quality::label_accuracy(coordinates, labels, accuracy_neighbours);
    if (accuracy) values[0] = accuracy->value;
  }
  if (const auto near = neighbourhoods(data_, coordinates)) {
    values[1] = near->trustworthiness;
    values[2] = near->preservation;
  }
  values.emplace_back(tsne::kl_divergence(affinities_, coordinates));
  return values;
}

std::optional<Neighbourhoods> neighbourhoods(const Matrix& data, const Matrix& coordinates,
                                             int rank_neighbours, int shared_neighbours) {
  const Eigen::Index points = data.rows();
  if (2 * Eigen::Index{rank_neighbours} >= points || shared_neighbours >= points) {
    return std::nullopt;
  }
  if (!data.allFinite() || !coordinates.allFinite()) return std::nullopt;

  const tsne::Neighbours in_data = tsne::nearest_neighbours(data, shared_neighbours);
  const tsne::Neighbours in_embedding =
      tsne::nearest_neighbours(coordinates, std::max(rank_neighbours, shared_neighbours));
  return Neighbourhoods{
      .trustworthiness = kept_ranks(data, in_embedding, rank_neighbours),
      .preservation = shared_part(in_data, in_embedding, points, shared_neighbours)};
}

}  // namespace dsne::evaluation
