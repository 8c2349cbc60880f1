#include "report/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace dsne {
namespace {

/// A whole number >= 0 with commas between its thousands.
std::string grouped(double value) {
  std::string digits = std::to_string(static_cast<std::int64_t>(value));
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string superscript(int number) {
  static constexpr std::array signs{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) {
    result += signs.at(static_cast<std::size_t>(digit - '0'));
  }
  return result;
}

/// factor · 10^exponent, factor below 10: 0.02, 500, 10⁶, 2·10⁶.
std::string decimal(int factor, int exponent) {
  const std::string digit = std::to_string(factor);
  if (exponent >= 0 && exponent <= 3) {
    return grouped(factor * std::pow(10, exponent));
  }
  if (exponent < 0 && exponent >= -3) {
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digit;
  }
  return (factor == 1 ? "" : digit + "·") + "10" + superscript(exponent);
}

/// The least of 1, 2, 5, 10, 20, 50, … that is not below `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

}  // namespace

double AxisScale::place(double value) const {
  if (logarithmic) return (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
  return (value - low) / (high - low);
}

AxisScale count_scale(double most) {
  AxisScale scale{0, std::max(most, 1.0), false, {}};
  const double step = round_step(std::max(scale.high / 6, 1.0));
  for (double value = 0; value <= scale.high; value += step) {
    scale.ticks.push_back({value, grouped(value)});
  }
  return scale;
}

AxisScale decade_scale(double least, double most) {
  constexpr int most_ticks = 12;
  const int first = static_cast<int>(std::floor(std::log10(least)));
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most))));
  const int decades = last - first;
  const int step = (decades + most_ticks - 1) / most_ticks;
  AxisScale scale{std::pow(10, first), std::pow(10, last), true, {}};
  for (int exponent = first; exponent <= last; exponent += step) {
    for (const int factor : {1, 2, 5}) {
      const double value = factor * std::pow(10, exponent);
      const bool shown = factor == 1 || (decades <= 3 && exponent < last);
      if (shown) scale.ticks.push_back({value, decimal(factor, exponent)});
    }
  }
  return scale;
}

}  // namespace dsne
