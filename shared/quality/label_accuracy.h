#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// How often a point's label is the commonest among its nearest neighbours on the map.
struct LabelAccuracy {
  int neighbours = 0;       ///< neighbours that vote
  Eigen::Index points = 0;  ///< points with a label
  double value = 0;         ///< share of correct votes, 0 to 1
};

/// Computes the leave-one-out accuracy of the k-nearest-neighbour classifier on the map, over the
/// points with a label (Euclidean, majority; a tie goes to the label first in the alphabet).
/// @param coordinates points × 2 or 3
/// @param labels one per point, "" for none
/// @return nothing with fewer than neighbours + 1 labelled points or only one label
std::optional<LabelAccuracy> label_accuracy(const Matrix& coordinates,
                                            const std::vector<std::string>& labels, int neighbours);

}  // namespace dsne::quality
