#pragma once

#include <string>

namespace dsne {

/// The day in UTC, "2026-11-23".
std::string today();

}  // namespace dsne
