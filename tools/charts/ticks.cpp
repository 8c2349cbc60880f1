#include "tools/charts/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace dsne::charts {
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

/// number · 10^exponent in full where that is short: −0.25, 1,500; otherwise as 1.5·10⁻⁸.
std::string exact_decimal(std::int64_t number, int exponent) {
  if (number == 0) return "0";
  const std::string sign = number < 0 ? "−" : "";
  std::string digits = std::to_string(std::abs(number));
  const int magnitude = exponent + static_cast<int>(digits.size()) - 1;
  if (exponent >= 0 && magnitude <= 6) {
    return sign + grouped(static_cast<double>(std::abs(number)) * std::pow(10, exponent));
  }
  if (exponent < 0 && exponent >= -4) {
    const auto decimals = static_cast<std::size_t>(-exponent);
    if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
    return sign + digits.insert(digits.size() - decimals, ".");
  }
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.size() > 1) digits.insert(1, ".");
  return sign + digits + "·10" + superscript(magnitude);
}

struct RoundNumber {
  int factor;  ///< 1, 2 or 5
  int exponent;

  double value() const { return factor * std::pow(10, exponent); }
};

/// The least of 1, 2, 5, 10, 20, 50, … and of their tenths, hundredths and so on that is not below
/// `least`.
RoundNumber round_step(double least) {
  const int exponent = static_cast<int>(std::floor(std::log10(least)));
  for (const int factor : {1, 2, 5}) {
    if (factor * std::pow(10, exponent) >= least) return {factor, exponent};
  }
  return {1, exponent + 1};
}

}  // namespace

double AxisScale::place(double value) const {
  if (logarithmic) return (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
  return (value - low) / (high - low);
}

AxisScale count_scale(double most) {
  AxisScale scale{0, std::max(most, 1.0), false, {}};
  const double step = round_step(std::max(scale.high / 6, 1.0)).value();
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

AxisScale linear_scale(double least, double most) {
  const double size = std::max(std::abs(least), std::abs(most));
  const bool equal = most - least <= std::max(size * 1e-6, 1e-300);
  const double alone = size > 1e-290 ? size / 10 : 1;
  const double room = equal ? alone : (most - least) / 16;
  AxisScale scale{least - room, most + room, false, {}};
  const RoundNumber step = round_step((scale.high - scale.low) / 6);
  const auto first = static_cast<std::int64_t>(std::ceil(scale.low / step.value()));
  const auto last = static_cast<std::int64_t>(std::floor(scale.high / step.value()));
  for (std::int64_t multiple = first; multiple <= last; ++multiple) {
    scale.ticks.push_back({static_cast<double>(multiple) * step.value(),
                           exact_decimal(multiple * step.factor, step.exponent)});
  }
  return scale;
}

}  // namespace dsne::charts
