#include "privacy/protection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "core/errors.h"
#include "privacy/checked.h"

namespace dsne::privacy {
namespace {

constexpr double largest_delta = 1e-3;

void check(ApproximateDp guarantee) {
  checked::non_negative(guarantee.epsilon, "epsilon");
  if (!(guarantee.delta >= 0 && guarantee.delta < 1)) {
    throw InputError("delta must be 0 or above and below 1");
  }
}

std::string text_of(double value, int decimals, bool plain = true) {
  std::ostringstream text;
  text << (plain ? std::fixed : std::scientific) << std::setprecision(decimals) << value;
  return text.str();
}

/// Returns the text of a number > 0, rounded to nearest, without trailing zeros.
std::string significant(double value, int digits) {
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const bool plain = exponent >= -4 && exponent < 12;
  std::string result =
      text_of(value, plain ? std::max(0, digits - 1 - exponent) : digits - 1, plain);
  if (plain && result.find('.') != std::string::npos) {
    result.erase(result.find_last_not_of('0') + 1);
    if (result.back() == '.') result.pop_back();
  }
  return result;
}

/// Returns what the best guess achieves. @param promise words before its certainty in per cent
std::string guess(ApproximateDp guarantee, std::string_view promise) {
  const double error = min_error(guarantee);
  const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(100 * error))));
  const double unit = std::pow(10, -decimals);
  return "someone who sees every release, knows all other records and has two equally likely "
         "candidates for one subject's record " +
         std::string(promise) + " " +
         text_of(100 - std::floor(100 * error / unit) * unit, decimals) +
         " % (odds of e^epsilon, " + rounded_up((1 - error) / error, 3) + " to 1).";
}

}  // namespace

Protection protection(ApproximateDp guarantee) {
  check(guarantee);
  const auto [epsilon, delta] = guarantee;
  if (epsilon > 20) return Protection::none;
  if (epsilon > 10 || delta > largest_delta) return Protection::negligible;
  if (epsilon > 4) return Protection::weak;
  if (epsilon > 1) return Protection::moderate;
  return epsilon > 0 || delta > 0 ? Protection::strong : Protection::complete;
}

std::string_view name_of(Protection protection) {
  constexpr std::array names = {"complete", "strong", "moderate", "weak", "negligible", "none"};
  return names.at(static_cast<std::size_t>(protection));
}

double min_error(ApproximateDp guarantee) {
  check(guarantee);
  return (1 - guarantee.delta) / (1 + std::exp(guarantee.epsilon));
}

std::string protection_sentence(ApproximateDp guarantee) {
  const std::string bounded = "picks the right one with a probability of at most";
  const std::string loose = "may pick the right one with a probability of up to";
  switch (protection(guarantee)) {
    case Protection::complete:
      return "Complete protection: nothing that depends on a subject's record is released.";
    case Protection::strong:
      return "Strong protection: " + guess(guarantee, bounded);
    case Protection::moderate:
      return "Moderate protection: " + guess(guarantee, bounded);
    case Protection::weak:
      return "Weak protection: " + guess(guarantee, loose);
    case Protection::negligible:
      if (guarantee.delta <= largest_delta) {
        return "No meaningful protection: " + guess(guarantee, loose);
      }
      return "No meaningful protection: delta is so large that up to one in " +
             text_of(std::floor(1 / guarantee.delta), 0) +
             " runs may show a subject's record as it is, whatever epsilon says.";
    case Protection::none:
      break;
  }
  return "This setting protects nobody: its promise lets the releases raise the odds of a guess "
         "about one subject's record by a factor of up to e^epsilon, almost 10^" +
         text_of(std::ceil(guarantee.epsilon / std::log(10.0)), 0) +
         ", which is no limit in practice.";
}

std::string rounded_up(double value, int digits) {
  if (!(value > 0)) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const double unit = std::pow(10, exponent - digits + 1);
  const double nearest = std::round(value / unit) * unit;
  const std::string text = significant(nearest, digits);
  return std::stod(text) < value ? significant(nearest + unit, digits) : text;
}

}  // namespace dsne::privacy
