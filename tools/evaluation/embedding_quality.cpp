#include "tools/evaluation/embedding_quality.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "quality/nearest_labels.h"
#include "tools/evaluation/neighbourhoods.h"
#include "tsne/gradient.h"

namespace dsne::evaluation {
namespace {

constexpr int accuracy_neighbours = 10;
constexpr Eigen::Index fewest_points = 4;

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

EmbeddingEvaluator::EmbeddingEvaluator(GroundTruth truth) : truth_(std::move(truth)) {
  const Eigen::Index points = truth_.data.rows();
  if (points < fewest_points) throw InputError("a map of fewer than 4 points cannot be judged");
  if (!truth_.labels.empty() && std::ssize(truth_.labels) != points) {
    throw InputError("there are not as many labels as points");
  }
  affinities_ = tsne::joint_affinities(
      truth_.data, std::min(truth_.perplexity, tsne::largest_perplexity(points)));
}

std::vector<std::optional<double>> EmbeddingEvaluator::measure(const Matrix& coordinates) const {
  if (coordinates.rows() != truth_.data.rows()) {
    throw InputError("the map and the data have different numbers of points");
  }
  std::vector<std::optional<double>> values(3);
  if (!truth_.labels.empty()) {
    const auto accuracy = quality::label_accuracy(coordinates, truth_.labels, accuracy_neighbours);
    if (accuracy) values[0] = accuracy->value;
  }
  if (const auto near = neighbourhoods(truth_.data, coordinates)) {
    values[1] = near->trustworthiness;
    values[2] = near->preservation;
  }
  values.emplace_back(tsne::kl_divergence(affinities_, coordinates));
  return values;
}

}  // namespace dsne::evaluation
