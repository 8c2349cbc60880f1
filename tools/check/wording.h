#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dsne::tools::checking {

/// Returns a file's text for a terminal: without control characters, and at most `most` characters.
std::string shown_text(const std::string& text, std::size_t most = 40);

/// Formats a number with three to four digits; "" for NaN.
std::string shown_number(double value);

/// Returns a count with its noun: "1 row", "3 rows"; from a thousand on with a comma between
/// thousands.
std::string counted(std::size_t count, const std::string& one, const std::string& several);

/// Joins the first `most` items with commas, and the number of further ones.
std::string listed(const std::vector<std::string>& items, std::size_t most = 8);

/// Joins numbers likewise.
std::string listed(const std::vector<std::size_t>& numbers, std::size_t most = 8);

/// Returns "about 100 times the others", or "about 1/100 of the others" for a power of ten below 0.
std::string factor_text(int power, const std::string& whose);

/// Returns a clause as a sentence of its own. A file's name at its beginning stays as it is.
std::string sentence(std::string text);

/// Returns "row 3", or "rows 3, 4" as `listed` joins them.
std::string rows_text(const std::vector<std::size_t>& rows, std::size_t most = 8);

}  // namespace dsne::tools::checking
