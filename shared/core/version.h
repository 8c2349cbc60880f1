#pragma once

#include <string_view>

namespace dsne {

/// Returns the project's version, "1.2.3".
std::string_view version();

}  // namespace dsne
