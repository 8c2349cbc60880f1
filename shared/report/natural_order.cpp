#include "report/natural_order.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

namespace dsne::report {
namespace {

/// Returns the label's value if it is a number, infinity otherwise: text follows all numbers.
double value_of(const std::string& label) {
  double value = 0;
  const char* const end = label.data() + label.size();
  const auto [stop, error] = std::from_chars(label.data(), end, value);
  const bool is_number = error == std::errc{} && stop == end && std::isfinite(value);
  return is_number ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

bool natural_less(const std::string& a, const std::string& b) {
  const int alphabetical = strverscmp(a.c_str(), b.c_str());
  return std::tuple(value_of(a), alphabetical, a) < std::tuple(value_of(b), 0, b);
}

}  // namespace dsne::report
