#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/cell.h"
#include "data/header.h"

namespace dsne::data {

/// A cell's kind in either style of numbers.
CellKind kind_of(const std::string& text);

/// How many cells a row has up to the last one that is filled.
std::size_t filled_width(const std::vector<std::string>& cells);

/// Whether the row at this position, with one below it, names columns by numbers: 0, 1, 2, … behind
/// a name of ids or an empty cell. Few numbers that count up behind anything else may be data.
bool is_numbered_header(const std::vector<NumberedRow>& rows, std::size_t at);

/// Whether the numbers among these cells, two at least, have four digits and follow each other.
bool are_years(const std::vector<std::string>& cells);

}  // namespace dsne::data
