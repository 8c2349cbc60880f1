#pragma once

#include <string_view>

namespace dsne::data {

/// The unit behind a number, as in "3.8%" and "1,2e3 mm3".
/// @return a word of a fixed list; "" for other text, and for numbers without one
std::string_view unit_of(std::string_view text);

/// Whether a text is one of that list.
bool is_unit(std::string_view text);

}  // namespace dsne::data
