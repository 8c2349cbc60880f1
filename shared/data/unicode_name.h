#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dsne::data {

/// Returns a name with its accents composed (Unicode's NFC): "ü" as one character, even if written
/// as "u" and two dots, as on macOS. Returns a name that is not UTF-8 unchanged.
std::string composed_name(const std::string& name);

/// Returns whether a text without NUL bytes is UTF-8.
bool is_utf8(std::string_view text);

/// Returns a text of another character set, as iconv calls it, in UTF-8; nothing where it is none.
std::optional<std::string> converted(std::string_view text, const char* charset);

}  // namespace dsne::data
