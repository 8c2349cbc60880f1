#pragma once

#include <cstddef>
#include <string>

namespace dsne::data {

/// A name with its accents composed (Unicode's NFC): "ü" as one character, whether it was written
/// so or as "u" and two dots, as macOS does. A name that is not UTF-8 stays.
std::string composed_name(const std::string& name);

/// The beginning of a name that is longer than `most` bytes, without the characters beyond ASCII at
/// its end, the last of which may be cut in two.
std::string cut_name(std::string name, std::size_t most);

}  // namespace dsne::data
