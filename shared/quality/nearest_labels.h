#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Finds for each position the commonest label of the (at most) ten labelled points nearest to it
/// on the map. A tie goes to the label first in the alphabet.
/// @param places, known rows of as many coordinates
/// @param labels one per known point; points with "" are ignored
/// @return one per position, all "" when no point has a label
std::vector<std::string> nearest_labels(const Matrix& places, const Matrix& known,
                                        const std::vector<std::string>& labels);

/// How often a point's label is the commonest among its nearest neighbours on the map.
struct LabelAccuracy {
  int neighbours = 0;       ///< neighbours that vote
  Eigen::Index points = 0;  ///< points with a label
  double value = 0;         ///< share of correct votes, 0 to 1
};

/// Computes the leave-one-out accuracy of the k-nearest-neighbour classifier on the map, over the
/// points with a label (Euclidean, majority; a tie goes to the label first in the alphabet).
/// @param labels one per point, "" for none
/// @return nothing with fewer than neighbours + 1 labelled points or only one label
std::optional<LabelAccuracy> label_accuracy(const Matrix& coordinates,
                                            const std::vector<std::string>& labels, int neighbours);

}  // namespace dsne::quality
