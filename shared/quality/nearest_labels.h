#pragma once

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

}  // namespace dsne::quality
