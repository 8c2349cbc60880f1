#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// The k-means ratio of a map: the distances of the points to their class's mean, summed over all
/// points, divided by the distances between the classes' means, summed over the pairs of classes
/// (main dSNE paper, equation 14). 0 or more; smaller where classes are tight and far apart.
///
/// As it is printed the numerator is a sum and no mean, so the ratio grows in proportion to the
/// number of points: only maps of the same points can be compared by it.
/// @param coordinates points × 2 or 3; finite
/// @param labels one per point, "" where there is none (such points are left out)
/// @return nothing with fewer than two classes, or when the means of all classes are one place
std::optional<double> kmeans_ratio(const Matrix& coordinates,
                                   const std::vector<std::string>& labels);

}  // namespace dsne::evaluation
