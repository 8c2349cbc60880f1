#pragma once

#include <functional>
#include <vector>

#include "core/matrix.h"
#include "quality/summarized_site.h"

namespace dsne::quality {

/// Learns a direction, one weight per measure, from sites.
using DirectionOf = std::function<Vector(const std::vector<ScaledSite>&)>;

/// Returns for each site the positions of its rows along the direction that the other sites teach.
/// @pre two sites or more, with the same measures
std::vector<Vector> left_out_positions(const std::vector<ScaledSite>& sites,
                                       const DirectionOf& direction);

/// Returns the probability that a subject of a class has a larger value than one of the other class
/// (AUC), where each value stands for several subjects. A tie counts half.
/// @param subjects the number that each value stands for
/// @param shares the share of them in the class
/// @return NaN if a class is empty
double area_under_curve(const Vector& values, const Vector& subjects, const Vector& shares);

}  // namespace dsne::quality
