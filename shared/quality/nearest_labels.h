#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// For each place the commonest label of the (at most) ten known points nearest to it on the map;
/// of equally common ones the first in the alphabet.
/// @param places, known rows of as many coordinates
/// @param labels one per known point; "" is none, and such a point is passed over
/// @return one per place, all "" when no point has a label
std::vector<std::string> nearest_labels(const Matrix& places, const Matrix& known,
                                        const std::vector<std::string>& labels);

}  // namespace dsne::quality
