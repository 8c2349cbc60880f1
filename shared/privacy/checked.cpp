#include "privacy/checked.h"

#include <cmath>
#include <string>

#include "core/errors.h"

namespace dsne::privacy::checked {
namespace {

void require(bool holds, std::string_view name, std::string_view range) {
  if (!holds) throw InputError(std::string(name) + " must be " + std::string(range));
}

}  // namespace

double positive(double value, std::string_view name) {
  require(std::isfinite(value) && value > 0, name, "a finite number above 0");
  return value;
}

double non_negative(double value, std::string_view name) {
  require(std::isfinite(value) && value >= 0, name, "a finite number, 0 or above");
  return value;
}

double probability(double value, std::string_view name) {
  require(value > 0 && value < 1, name, "between 0 and 1, both excluded");
  return value;
}

std::int64_t releases(std::int64_t value) {
  require(value >= 0, "releases", "0 or above");
  return value;
}

}  // namespace dsne::privacy::checked
