#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace dsne::report {

/// Makes a name or label from outside displayable: valid UTF-8 on one line. A byte that is not
/// UTF-8 becomes U+FFFD, a control character a space.
std::string display_text(std::string_view text);

/// Returns several displayable texts as JSON.
Json display_texts(const std::vector<std::string>& texts);

/// Cuts a text's middle: the result has at most `length` characters, one of them an ellipsis. Both
/// ends stay, because names often differ only in their last characters.
/// @pre text is valid UTF-8, length >= 1
std::string shortened(const std::string& text, std::size_t length);

/// Counts the characters (code points) of a text.
/// @pre text is valid UTF-8
std::size_t character_count(const std::string& text);

/// Escapes text for an element or a quoted attribute.
std::string html(std::string_view text);

/// Returns a link to a file in the page's folder, for a quoted attribute; no name can lead out of
/// the folder.
std::string href(std::string_view file);

/// Rounds a number to significant digits.
double with_digits(double value, int digits = 4);

/// Returns numbers rounded to significant digits as JSON.
Json rounded(const std::vector<double>& values, int digits = 4);

/// Returns whether label `a` comes before label `b` in a list for people: first numbers by value,
/// then text by alphabet. A number inside a text counts by its value ("grade 2" before "grade 10").
bool natural_less(const std::string& a, const std::string& b);

}  // namespace dsne::report
