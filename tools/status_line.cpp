#include "tools/status_line.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace dsne::tools {
namespace {

constexpr double redraw_seconds = 0.1;
constexpr std::size_t line_width = 79;
constexpr std::int64_t bar_width = 20;

}  // namespace

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string duration(double seconds) {
  const auto whole = std::llround(std::max(0.0, seconds));
  std::array<char, 32> text{};
  if (whole < 3600) {
    std::snprintf(text.data(), text.size(), "%lld:%02lld", whole / 60, whole % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  }
  return text.data();
}

std::string progress_bar(std::int64_t done, std::int64_t all) {
  const std::int64_t filled = done * bar_width / all;
  return "[" + std::string(static_cast<std::size_t>(filled), '#') +
         std::string(static_cast<std::size_t>(bar_width - filled), '-') + "] ";
}

void StatusLine::draw(const std::string& line, double now, bool at_once) {
  if (!at_once && drawn_ >= 0 && now - drawn_ < redraw_seconds) return;
  out_ << "\r\x1b[K" << line.substr(0, line_width) << std::flush;
  drawn_ = now;
}

void StatusLine::clear() {
  if (drawn_ >= 0) out_ << "\r\x1b[K" << std::flush;
  drawn_ = -1;
}

}  // namespace dsne::tools
