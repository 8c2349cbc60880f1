#include "federated/sums/wide_sum.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr int digit_bits = 48;
constexpr int first_exponent = 96;  ///< what 1 in the first digit stands for, as a power of two

int exponent_of(Index digit) { return first_exponent - digit_bits * static_cast<int>(digit); }

}  // namespace

SumTerm wide_term(const std::string& name, const RowVector& numbers) {
  const double largest = std::ldexp(1.0, first_exponent + digit_bits);
  Matrix digits(numbers.size(), wide_digits);
  for (Index i = 0; i < numbers.size(); ++i) {
    double rest = std::isnan(numbers(i)) ? 0 : std::clamp(numbers(i), -largest, largest);
    for (Index digit = 0; digit < wide_digits; ++digit) {
      digits(i, digit) = std::trunc(std::ldexp(rest, -exponent_of(digit)));
      rest -= std::ldexp(digits(i, digit), exponent_of(digit));
    }
  }
  return {name, wide_bound, digits};
}

RowVector from_wide_digits(const Matrix& digits) {
  RowVector numbers = RowVector::Zero(digits.rows());
  for (Index digit = wide_digits - 1; digit >= 0; --digit) {
    numbers += std::ldexp(1.0, exponent_of(digit)) * digits.col(digit).transpose();
  }
  return numbers;
}

}  // namespace dsne::federated
