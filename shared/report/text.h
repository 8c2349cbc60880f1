#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace dsne::report {

/// A name or label from outside as text that can be shown: valid UTF-8 on one line. A byte that is
/// not UTF-8 becomes U+FFFD, a control character a space.
std::string display_text(std::string_view text);

/// The same of several, as JSON.
Json display_texts(const std::vector<std::string>& texts);

/// The text without its middle: at most `length` characters, one of them the ellipsis that stands
/// for what was cut. Both ends stay, as names often differ only in their last characters.
/// @pre text is valid UTF-8, length >= 1
std::string shortened(const std::string& text, std::size_t length);

/// The number of characters (code points) of a text.
/// @pre text is valid UTF-8
std::size_t character_count(const std::string& text);

}  // namespace dsne::report
