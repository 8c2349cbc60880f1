#pragma once

#include <cstddef>
#include <string>

namespace dsne::data {

/// Returns a name with its accents composed (Unicode's NFC): "ü" as one character, even if written
/// as "u" and two dots, as on macOS. Returns a name that is not UTF-8 unchanged.
std::string composed_name(const std::string& name);

/// Cuts a name to `most` bytes, and removes characters beyond ASCII at its end, because the last of
/// them may be incomplete.
std::string cut_name(std::string name, std::size_t most);

}  // namespace dsne::data
