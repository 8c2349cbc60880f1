#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/matrix.h"

namespace dsne::report {

/// A column's name, and its cell of each point.
using PointColumn = std::pair<std::string, std::function<std::string(std::size_t)>>;

/// Returns a column of texts, one per point; if there are none, every cell is empty.
/// @param cells must outlive the column
PointColumn text_column(const char* name, const std::vector<std::string>& cells);

/// Writes points as CSV for people: the first column, the coordinates x, y and perhaps z, then the
/// others; a row per point.
std::string point_csv(const PointColumn& first, const Matrix& coordinates,
                      const std::vector<PointColumn>& others);

}  // namespace dsne::report
