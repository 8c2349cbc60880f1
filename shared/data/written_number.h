#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dsne::data {

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

/// Returns whether a number is written as a whole one: digits only, or with a fraction of zeros.
bool is_whole(std::string_view text);

}  // namespace dsne::data
