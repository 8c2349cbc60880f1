#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"

namespace dsne::tools {

/// A measure of a map.
struct Measure {
  std::string name;   ///< for JSON: "trustworthiness"
  std::string title;  ///< for people: "Trustworthiness, 7 neighbours"
  bool higher_is_better = true;
  std::optional<double> value;  ///< nothing without labels, or with too few points
};
using Measures = std::vector<Measure>;

/// Judges maps of the same points. Computes once what does not depend on the map.
class EmbeddingEvaluator {
 public:
  /// @param data points × features, as affinities see them
  /// @param perplexity of the pooled affinities; lower if there are few points
  /// @throws InputError when there are fewer than 4 points
  EmbeddingEvaluator(Matrix data, double perplexity);

  /// Returns every measure, in the same order for each map; experiments/evaluate.py has more.
  /// @param coordinates a row per point, 2 or 3 columns, finite
  /// @param labels each point's class, "" for none; or empty
  Measures measure(const Matrix& coordinates, const std::vector<std::string>& labels) const;

 private:
  Matrix data_;
  tsne::Affinities affinities_;
};

/// How well a map keeps the neighbourhoods of the data; each from 0 to 1, 1 for a perfect map.
struct Neighbourhoods {
  double trustworthiness = 0;  ///< 1 when neighbours on the map are neighbours in the data
  double preservation =
      0;  ///< mean share of the nearest neighbours in the data that are also nearest on the map
};

/// Computes trustworthiness (Venna & Kaski 2001; as scikit-learn does), and the mean share of each
/// point's nearest neighbours in the data that are among its nearest on the map (the NPA of the
/// Fed-tSNE paper).
///
/// Equally near points have the same rank, and a rank counts only the nearer points, so the choice
/// among equals (by index) costs nothing. Time grows with the square of the number of points,
/// memory linearly.
/// @param data points × features, finite
/// @param coordinates points × 2 or 3, finite
/// @param rank_neighbours k of trustworthiness
/// @param shared_neighbours k of the preservation
/// @pre as many rows in both, both numbers of neighbours above 0
/// @return nothing when rank_neighbours is not below half of the points, or shared_neighbours not
///   below their number
std::optional<Neighbourhoods> neighbourhoods(const Matrix& data, const Matrix& coordinates,
                                             int rank_neighbours = 7, int shared_neighbours = 10);

/// Returns a Markdown table with padded columns, readable as plain text. The first row is the
/// header; the first column is aligned left, the others right.
/// @pre every row is as long as the first
std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

/// Formats a measure for people: three decimals, fewer for large values; "n/a" for none.
std::string measure_text(std::optional<double> value);

/// Returns the table of all measures: a row per measure, with an arrow for the better direction,
/// and a column per map. Leaves out measures without any value.
std::string measure_table(const std::vector<std::string>& embedding_names,
                          const std::vector<Measures>& measured);

}  // namespace dsne::tools
