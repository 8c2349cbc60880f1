#pragma once

#include <vector>

#include "coinstac/matrix.h"

namespace dsne {

/// The rows of all parts in one matrix, in the order of the parts.
/// @pre at least one part; all have as many columns
Matrix stacked(const std::vector<Matrix>& parts);

/// One matrix below the other. @pre both have as many columns
Matrix stacked(const Matrix& above, const Matrix& below);

}  // namespace dsne
