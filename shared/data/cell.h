#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/errors.h"

namespace dsne::data {

/// The kind of a table's cell.
enum class CellKind { missing, number, text };

/// A parsed cell; `number` is used for CellKind::number only, and may be infinite.
struct Cell {
  CellKind kind = CellKind::missing;
  double number = 0;
};

/// Parses the text of a cell, independent of the locale. Missing values are "", NA, n/a, NULL,
/// None, ".", "-" and the like, a spreadsheet's errors (#N/A, #DIV/0!, …) and every spelling of
/// NaN. A number too large for a double becomes infinite, one too small 0.
Cell read_cell(std::string_view text);

/// 2^53: whole numbers below it are exact in a double.
constexpr double exact_limit = 9007199254740992.0;

/// Normalizes a label: whole numbers below exact_limit without a decimal point ("3.0e0" becomes
/// "3"), "" for a missing one, and every other text unchanged.
std::string label_text(std::string_view text);

/// Returns the text of a cell that is kept as text.
/// @throws InputError when it is not UTF-8
std::string checked_text(std::string_view text, const std::string& input, std::size_t row,
                         std::size_t column);

/// Returns an error about one cell; row and column count from 1.
InputError cell_error(const std::string& input, std::size_t row, std::size_t column,
                      std::string_view what);

/// Returns a feature's value unchanged, NaN (missing) included.
/// @throws InputError as cell_error, when it is infinite or beyond largest_value
double checked_value(double value, const std::string& input, std::size_t row, std::size_t column);

}  // namespace dsne::data
