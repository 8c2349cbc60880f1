#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dsne::data {

/// The text in UTF-8, if it is in Shift-JIS, as Japanese spreadsheets save it.
std::optional<std::string> from_shift_jis(std::string_view text);

/// Whether a text seems to be in an encoding of Chinese or Korean, which look alike.
bool has_paired_bytes(std::string_view text);

}  // namespace dsne::data
