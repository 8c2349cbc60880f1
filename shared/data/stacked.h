#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// The rows of all parts in one matrix, in the order of the parts.
/// @pre at least one part; all have as many columns
Matrix stacked(const std::vector<Matrix>& parts);

/// One matrix below the other. @pre both have as many columns
Matrix stacked(const Matrix& above, const Matrix& below);

}  // namespace dsne::data
