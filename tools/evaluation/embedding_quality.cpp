#include "tools/evaluation/embedding_quality.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "quality/label_accuracy.h"
#include "tools/evaluation/class_hulls.h"
#include "tools/evaluation/clustering.h"
#include "tools/evaluation/kmeans_ratio.h"
#include "tools/evaluation/neighbourhoods.h"
#include "tools/evaluation/site_mixing.h"
#include "tools/evaluation/steadiness.h"
#include "tsne/gradient.h"

namespace dsne::evaluation {
namespace {

constexpr int accuracy_neighbours = 10;
constexpr Eigen::Index fewest_points = 4;

using Value = std::optional<double>;

void append_label_measures(const Matrix& coordinates, const std::vector<std::string>& labels,
                           std::vector<Value>& values) {
  const auto accuracy = quality::label_accuracy(coordinates, labels, accuracy_neighbours);
  values.push_back(accuracy ? Value(accuracy->value) : std::nullopt);
  values.push_back(kmeans_ratio(coordinates, labels));
  const ClassHulls hulls = class_hulls(coordinates, labels);
  values.insert(values.end(),
                {hulls.intersection_area, hulls.circle_roundness, hulls.perimeter_roundness});
  const auto clustering = clustering_quality(coordinates, labels);
  values.push_back(clustering ? Value(clustering->nmi) : std::nullopt);
  values.push_back(clustering ? Value(clustering->silhouette) : std::nullopt);
}

void append_data_measures(const Matrix& data, const tsne::Affinities& affinities,
                          const Matrix& coordinates, std::vector<Value>& values) {
  const auto near = neighbourhoods(data, coordinates);
  values.push_back(near ? Value(near->trustworthiness) : std::nullopt);
  values.push_back(near ? Value(near->continuity) : std::nullopt);
  values.push_back(near ? Value(near->preservation) : std::nullopt);
  const auto reliability = steadiness_and_cohesiveness(data, coordinates);
  values.push_back(reliability ? Value(reliability->steadiness) : std::nullopt);
  values.push_back(reliability ? Value(reliability->cohesiveness) : std::nullopt);
  values.emplace_back(tsne::kl_divergence(affinities, coordinates));
}

}  // namespace

const std::vector<MeasureName>& measure_names() {
  static const std::vector<MeasureName> names = {
      {"accuracy", "Label accuracy, 10 neighbours", true},
      {"kmeans_ratio", "K-means ratio (eq. 14)", false},
      {"intersection_area", "Intersection area", false},
      {"roundness", "Roundness (circumscribed circle)", true},
      {"perimeter_roundness", "Roundness (equal perimeters)", true},
      {"nmi", "NMI of k-means", true},
      {"silhouette", "Silhouette of k-means", true},
      {"trustworthiness", "Trustworthiness, 7 neighbours", true},
      {"continuity", "Continuity, 7 neighbours", true},
      {"preservation", "Neighbours kept, of 10", true},
      {"steadiness", "Steadiness", true},
      {"cohesiveness", "Cohesiveness", true},
      {"kl_divergence", "KL divergence, pooled", false},
      {"site_mixing", "Mixing of sites in a class", true},
  };
  return names;
}

EmbeddingEvaluator::EmbeddingEvaluator(GroundTruth truth) : truth_(std::move(truth)) {
  const Eigen::Index points = truth_.data.rows();
  const auto fits = [&](const std::vector<std::string>& names) {
    return names.empty() || std::ssize(names) == points;
  };
  if (points < fewest_points) throw InputError("a map of fewer than 4 points cannot be judged");
  if (!fits(truth_.labels)) throw InputError("there are not as many labels as points");
  if (!fits(truth_.sites)) throw InputError("there are not as many sites as points");
  affinities_ = tsne::joint_affinities(
      truth_.data, std::min(truth_.perplexity, tsne::largest_perplexity(points)));
}

std::vector<std::optional<double>> EmbeddingEvaluator::measure(const Matrix& coordinates) const {
  if (coordinates.rows() != truth_.data.rows()) {
    throw InputError("the map has not as many points as the data");
  }
  const auto unnamed = std::vector<std::string>(static_cast<std::size_t>(coordinates.rows()));
  const auto& labels = truth_.labels.empty() ? unnamed : truth_.labels;
  const auto& sites = truth_.sites.empty() ? unnamed : truth_.sites;
  std::vector<Value> values;
  append_label_measures(coordinates, labels, values);
  append_data_measures(truth_.data, affinities_, coordinates, values);
  values.push_back(site_mixing(coordinates, labels, sites));
  return values;
}

}  // namespace dsne::evaluation
