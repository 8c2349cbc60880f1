#pragma once

#include <vector>

#include "core/matrix.h"
#include "tools/check/measures.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// Single values that hardly belong to their columns: 1,000 times the median or more, a thousandth
/// or less, or negative where others are positive; small and negative values count only where the
/// others lie well away from 0. Codes for missing values are told elsewhere.
/// @param rows where the values' rows stand in the file
Problems far_values(const Matrix& values, const std::vector<MeasureView>& measures,
                    const std::vector<std::size_t>& rows);

}  // namespace dsne::tools::checking
