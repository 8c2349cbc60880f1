#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/cell.h"
#include "data/header.h"

namespace dsne::data {

/// Returns a cell's kind in either style of numbers.
CellKind kind_of(const std::string& text);

/// Returns the number of a row's cells up to the last filled one.
std::size_t filled_width(const std::vector<std::string>& cells);

/// Returns whether the row at this position, which has one below it, names columns by numbers: 0,
/// 1, 2, … after a name of ids or an empty cell. A few numbers that count up after anything else
/// may be data.
bool is_numbered_header(const std::vector<NumberedRow>& rows, std::size_t at);

/// Returns whether the numbers among these cells, at least two, have four digits and are
/// consecutive.
bool are_years(const std::vector<std::string>& cells);

}  // namespace dsne::data
