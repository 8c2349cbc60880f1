#pragma once

#include <string>

namespace dsne {

/// Returns the date in UTC, "2026-11-23".
std::string today();

}  // namespace dsne
