#pragma once

namespace dsne {

/// The project's version, as in CMakeLists.txt.
inline constexpr const char* version = "0.1.0";

}  // namespace dsne
