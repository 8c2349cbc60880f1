#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "core/errors.h"

/// Range checks of the accountants' inputs. Each returns its value, or throws an InputError that
/// names the parameter but not the value.
namespace dsne::privacy::checked {

inline void require(bool holds, std::string_view name, std::string_view range) {
  if (!holds) throw InputError(std::string(name) + " must be " + std::string(range));
}

/// Finite and above 0.
inline double positive(double value, std::string_view name) {
  require(std::isfinite(value) && value > 0, name, "a finite number above 0");
  return value;
}

/// Finite and 0 or above.
inline double non_negative(double value, std::string_view name) {
  require(std::isfinite(value) && value >= 0, name, "a finite number, 0 or above");
  return value;
}

/// Strictly between 0 and 1, as every δ is.
inline double probability(double value, std::string_view name) {
  require(value > 0 && value < 1, name, "between 0 and 1, both excluded");
  return value;
}

}  // namespace dsne::privacy::checked
