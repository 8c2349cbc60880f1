#include "privacy/mills_ratio.h"

#include <boost/math/constants/constants.hpp>
#include <cmath>

namespace dsne::privacy {
namespace {

/// The continued fraction is used above this, the complementary error function below.
constexpr double fraction_from = 3;

/// K(x) of Laplace's continued fraction M(x) = 1/(x + K(x)), K(x) = 1/(x + 2/(x + 3/(x + …))).
/// At x = 3, where it converges most slowly, 100 terms leave less than one unit in the last place.
double laplace_fraction(double x) {
  double tail = x;
  for (int term = 100; term >= 2; --term) tail = x + term / tail;
  return 1 / tail;
}

}  // namespace

double mills_ratio(double x) {
  if (x >= fraction_from) return 1 / (x + laplace_fraction(x));
  const double half_pi = boost::math::constants::half_pi<double>();
  return std::sqrt(half_pi) * std::exp(x * x / 2) * std::erfc(x / std::sqrt(2.0));
}

double mills_ratio_decline(double x) {
  if (x < fraction_from) return 1 - x * mills_ratio(x);
  const double fraction = laplace_fraction(x);
  return fraction / (x + fraction);
}

}  // namespace dsne::privacy
