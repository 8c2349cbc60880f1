#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/errors.h"

namespace dsne::data {

/// What the text of a table's cell stands for.
enum class CellKind { missing, number, text };

/// A cell as it is understood; `number` counts for CellKind::number only, and may be an infinity.
struct Cell {
  CellKind kind = CellKind::missing;
  double number = 0;
};

/// Understands the text of a cell, in any locale. Missing are "", NA, n/a, NULL, None, ".", "-" and
/// their like, a spreadsheet's errors (#N/A, #DIV/0!, …) and every spelling of not-a-number. A
/// number too large for a double is an infinity, one too small 0.
Cell read_cell(std::string_view text);

/// 2^53: whole numbers below it are exact in a double.
constexpr double exact_limit = 9007199254740992.0;

/// A label in its one form: whole numbers below exact_limit without a decimal point ("3.0e0" is
/// "3"), "" for a missing one, and every other text as it stands.
std::string label_text(std::string_view text);

/// The text of a cell that is kept as text.
/// @throws InputError when it is not UTF-8
std::string checked_text(std::string_view text, const std::string& input, std::size_t row,
                         std::size_t column);

/// The error that something is wrong with one cell; row and column are counted from 1.
InputError cell_error(const std::string& input, std::size_t row, std::size_t column,
                      std::string_view what);

/// A feature's value as it is, NaN (missing) included.
/// @throws InputError as cell_error, when it is infinite or beyond largest_value
double checked_value(double value, const std::string& input, std::size_t row, std::size_t column);

}  // namespace dsne::data
