#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dsne::tools::checking {

/// A file's text for a terminal: without what could steer it, and at most so many characters.
std::string shown_text(const std::string& text, std::size_t most = 40);

/// A number for people, with three to four digits; "" for NaN.
std::string shown_number(double value);

/// "1 row", "3 rows"; from a thousand on with a comma between thousands.
std::string counted(std::size_t count, const std::string& one, const std::string& several);

/// Items with commas between them, the first `most`, and how many more there are.
std::string listed(const std::vector<std::string>& items, std::size_t most = 8);

/// The same for numbers.
std::string listed(const std::vector<std::size_t>& numbers, std::size_t most = 8);

/// How many characters of a terminal UTF-8 text takes, one for each code point.
std::size_t text_width(const std::string& text);

/// A text with blanks to this width, behind it or before it.
std::string padded(const std::string& text, std::size_t width, bool before = false);

}  // namespace dsne::tools::checking
