#pragma once

#include <string>

namespace dsne::data {

/// A name with its accents composed (Unicode's NFC): "ü" as one character, whether it was written
/// so or as "u" and two dots, as macOS does. A name that is not UTF-8 stays.
std::string composed_name(const std::string& name);

}  // namespace dsne::data
