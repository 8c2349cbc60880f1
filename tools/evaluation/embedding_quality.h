#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"

namespace dsne::evaluation {

/// What a measure of a map is called, and which way is better.
struct MeasureName {
  std::string name;   ///< for JSON and tables: "trustworthiness"
  std::string title;  ///< for people: "Trustworthiness, 7 neighbours"
  bool higher_is_better = true;
};

/// Every measure that an EmbeddingEvaluator takes, in the order of its answers;
/// experiments/evaluate.py has more.
const std::vector<MeasureName>& measure_names();

/// What a map is judged by.
struct GroundTruth {
  Matrix data;                      ///< points × features, as affinities see them
  std::vector<std::string> labels;  ///< each point's class, "" where it has none; or empty
  double perplexity = 30;           ///< of the pooled affinities; less where points are few
};

/// Judges maps of the same points. What does not depend on the map is computed once.
class EmbeddingEvaluator {
 public:
  /// @throws InputError when there are not as many labels as points, or fewer than 4 points
  explicit EmbeddingEvaluator(GroundTruth truth);

  /// Every measure's value, in the order of measure_names(); nothing where it has none: without
  /// labels, or with too few points.
  /// @param coordinates points × 2 or 3, finite
  /// @throws InputError when there are not as many places as points
  std::vector<std::optional<double>> measure(const Matrix& coordinates) const;

 private:
  GroundTruth truth_;
  tsne::Affinities affinities_;
};

}  // namespace dsne::evaluation
