#pragma once

#include <array>
#include <ctime>
#include <string>

namespace dsne {

/// Returns the date in UTC, "2026-11-23".
inline std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

}  // namespace dsne
