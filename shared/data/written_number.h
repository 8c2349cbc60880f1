#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dsne::data {

/// A number as it is written: its whole part, how its thousands are separated, and the rest.
struct WrittenNumber {
  std::size_t groups = 0;      ///< of three digits behind a separator
  std::string_view separator;  ///< of thousands; empty without groups
  bool leading_zero = false;   ///< the whole part is 0, so nothing in it is a thousand
  std::string whole;           ///< sign and digits
  char mark = 0;               ///< before the fraction; 0 without one
  std::string_view rest;       ///< the fraction and the exponent
};

/// Takes a number apart, with either mark before its fraction; nothing for other text.
std::optional<WrittenNumber> parse_number(std::string_view text);

/// The text with typographic minus signs, full-width digits and Fortran's exponents (1D+03) made
/// plain, and no blanks at its ends; other text stays.
std::string trimmed(std::string_view text);

/// The text without blanks at its ends, no-break and thin ones, too.
std::string_view without_wide_blanks(std::string_view text);

/// Whether a number is written as a whole one: digits alone, or a fraction of zeros behind them.
bool is_whole(std::string_view text);

}  // namespace dsne::data
