#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"

namespace dsne::evaluation {

/// A measure of a map: its names, and which direction is better.
struct MeasureName {
  std::string name;   ///< for JSON and tables: "trustworthiness"
  std::string title;  ///< for people: "Trustworthiness, 7 neighbours"
  bool higher_is_better = true;
};

/// Returns all measures of an EmbeddingEvaluator, in the order of its results;
/// experiments/evaluate.py has more.
const std::vector<MeasureName>& measure_names();

/// The data by which maps are judged.
struct GroundTruth {
  Matrix data;                      ///< points × features, as affinities see them
  std::vector<std::string> labels;  ///< each point's class, "" for none; or empty
  double perplexity = 30;           ///< of the pooled affinities; lower if there are few points
};

/// Judges maps of the same points. Computes once what does not depend on the map.
class EmbeddingEvaluator {
 public:
  /// @throws InputError when the numbers of labels and points differ, or there are fewer than 4
  ///   points
  explicit EmbeddingEvaluator(GroundTruth truth);

  /// Returns every measure's value, in the order of measure_names(); nothing without labels, or
  /// with too few points.
  /// @param coordinates points × 2 or 3, finite
  /// @throws InputError when the numbers of positions and points differ
  std::vector<std::optional<double>> measure(const Matrix& coordinates) const;

 private:
  GroundTruth truth_;
  tsne::Affinities affinities_;
};

}  // namespace dsne::evaluation
