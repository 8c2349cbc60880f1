#pragma once

#include <cstddef>
#include <optional>
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
std::string checked_text(std::string_view text, const Source& source, std::size_t row,
                         std::size_t column);

/// Returns a feature's value unchanged, NaN (missing) included.
/// @throws InputError naming the cell when it is infinite or beyond largest_value
double checked_value(double value, const Source& source, std::size_t row, std::size_t column);

/// The parts of a written number.
struct WrittenNumber {
  std::size_t groups = 0;      ///< number of three-digit groups after a separator
  std::string_view separator;  ///< of thousands; empty without groups
  bool leading_zero = false;   ///< the whole part is 0, so it has no thousands
  std::string whole;           ///< sign and digits
  char mark = 0;               ///< the decimal mark; 0 without a fraction
  std::string_view rest;       ///< the fraction and the exponent
};

/// Parses a number with either decimal mark; returns nothing for other text.
std::optional<WrittenNumber> parse_number(std::string_view text);

/// The text with typographic minus signs, full-width digits and Fortran's exponents (1D+03) made
/// plain, and no blanks at its ends; other text stays.
std::string trimmed(std::string_view text);

/// Removes blanks at both ends, including no-break and thin ones.
std::string_view without_wide_blanks(std::string_view text);

/// The unit behind a number, as in "3.8%" and "1,2e3 mm3".
/// @return a word of a fixed list; "" for other text, and for numbers without one
std::string_view unit_of(std::string_view text);

/// Whether a text is one of that list.
bool is_unit(std::string_view text);

/// Returns a unit of that list in its one spelling: "mm3" for mm³ and mm^3, "ml" for mL, cm³ and
/// cc; other text unchanged.
std::string plain_unit(std::string_view unit);

/// Returns the unit, as plain_unit writes it, that is all a cell holds, maybe in brackets: "mm3" of
/// "(mm³)"; "" for other text.
std::string stated_unit(std::string_view cell);

/// Returns whether a number is written as a whole one: digits only, or with a fraction of zeros.
bool is_whole(std::string_view text);

}  // namespace dsne::data
