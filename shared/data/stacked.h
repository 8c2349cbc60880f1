#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// Stacks the rows of all parts, in order.
/// @pre at least one part; all with the same number of columns
Matrix stacked(const std::vector<Matrix>& parts);

/// Stacks two matrices. @pre both have the same number of columns
Matrix stacked(const Matrix& above, const Matrix& below);

}  // namespace dsne::data
