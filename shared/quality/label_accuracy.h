#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// How often a point's label is the commonest one among its nearest neighbours on the map.
struct LabelAccuracy {
  int neighbours = 0;       ///< neighbours asked
  Eigen::Index points = 0;  ///< points with a label
  double value = 0;         ///< share of them that is right, 0 to 1
};

/// Leave-one-out accuracy of the k-nearest-neighbour classifier on the map (Euclidean, majority; of
/// equally common labels the one that comes first in the alphabet), over the points with a label.
/// @param coordinates points × 2 or 3
/// @param labels one per point, "" where there is none
/// @return nothing with fewer than neighbours + 1 labelled points or only one label
std::optional<LabelAccuracy> label_accuracy(const Matrix& coordinates,
                                            const std::vector<std::string>& labels, int neighbours);

}  // namespace dsne::quality
