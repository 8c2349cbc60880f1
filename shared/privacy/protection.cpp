#include "privacy/protection.h"

#include <algorithm>
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

/// Returns the text of a number > 0, rounded to nearest, without trailing zeros.
std::string significant(double value, int digits) {
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const bool plain = exponent >= -4 && exponent < 12;
  std::ostringstream text;
  text << (plain ? std::fixed : std::scientific)
       << std::setprecision(plain ? std::max(0, digits - 1 - exponent) : digits - 1) << value;
  std::string result = text.str();
  if (plain && result.find('.') != std::string::npos) {
    result.erase(result.find_last_not_of('0') + 1);
    if (result.back() == '.') result.pop_back();
  }
  return result;
}

/// Returns the certainty of the best guess, in per cent, as text.
std::string certainty(ApproximateDp guarantee) {
  const double error = 100 * min_error(guarantee);
  const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(error))));
  const double unit = std::pow(10, -decimals);
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << 100 - std::floor(error / unit) * unit;
  return text.str();
}

std::string odds(ApproximateDp guarantee) {
  const double error = min_error(guarantee);
  return rounded_up((1 - error) / error, 3) + " to 1";
}

std::string guess(ApproximateDp guarantee, std::string_view promise) {
  return "someone who sees every release, knows all other records and has two equally likely "
         "candidates for one subject's record " +
         std::string(promise) + " " + certainty(guarantee) + " % (odds of e^epsilon, " +
         odds(guarantee) + ").";
}

std::string one_in(double probability) {
  std::ostringstream text;
  text << "one in " << std::fixed << std::setprecision(0) << std::floor(1 / probability);
  return text.str();
}

std::string negligible_sentence(ApproximateDp guarantee) {
  if (guarantee.delta > largest_delta) {
    return "No meaningful protection: delta is so large that up to " + one_in(guarantee.delta) +
           " runs may show a subject's record as it is, whatever epsilon says.";
  }
  return "No meaningful protection: " +
         guess(guarantee, "may pick the right one with a probability of up to");
}

std::string no_protection_sentence(ApproximateDp guarantee) {
  std::ostringstream factor;
  factor << "10^" << std::fixed << std::setprecision(0)
         << std::ceil(guarantee.epsilon / std::log(10.0));
  return "This setting protects nobody: its promise lets the releases raise the odds of a guess "
         "about one subject's record by a factor of up to e^epsilon, almost " +
         factor.str() + ", which is no limit in practice.";
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
  switch (protection) {
    case Protection::complete:
      return "complete";
    case Protection::strong:
      return "strong";
    case Protection::moderate:
      return "moderate";
    case Protection::weak:
      return "weak";
    case Protection::negligible:
      return "negligible";
    case Protection::none:
      return "none";
  }
  return "none";
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
      return negligible_sentence(guarantee);
    case Protection::none:
      break;
  }
  return no_protection_sentence(guarantee);
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
