#include "sphere/arc_cosine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/simd.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

constexpr int terms = 17;
constexpr Index tile = 64;

using Polynomial = std::array<double, terms>;

/// Computes the coefficient of the Chebyshev polynomial of a degree in arccos(x)/√(1 − x) as a
/// function of 2x − 1, by the polynomials' orthogonality at Chebyshev's points.
double chebyshev_coefficient(int degree) {
  double sum = 0;
  for (int node = 0; node < terms; ++node) {
    const double angle = std::numbers::pi * (node + 0.5) / terms;
    const double x = (std::cos(angle) + 1) / 2;
    sum += std::cos(degree * angle) * std::acos(x) / std::sqrt(1 - x);
  }
  return sum * (degree == 0 ? 1 : 2) / terms;
}

/// Fits arccos(x)/√(1 − x) on [0, 1] by a polynomial of 2x − 1 through Chebyshev's points. The
/// quotient's only singularity is at −1, so each further term reduces the error almost 6 times.
Polynomial fitted_polynomial() {
  Polynomial fitted{};
  Polynomial chebyshev{1};
  Polynomial before{0, 1};  // of degree −1, equal to that of degree 1
  for (int degree = 0; degree < terms; ++degree) {
    const double coefficient = chebyshev_coefficient(degree);
    Polynomial next{};
    for (std::size_t power = 0; power < terms; ++power) {
      fitted[power] += coefficient * chebyshev[power];
      next[power] = (power == 0 ? 0 : 2 * chebyshev[power - 1]) - before[power];
    }
    before = std::exchange(chebyshev, next);
  }
  return fitted;
}

DSNE_SIMD void add_terms(const Polynomial& polynomial, const double* cosines, double* angles) {
  std::array<double, tile> u{};
  std::array<double, tile> sum{};
  for (std::size_t i = 0; i < tile; ++i) u[i] = 2 * std::abs(cosines[i]) - 1;
  for (std::size_t power = terms; power-- > 0;) {
    for (std::size_t i = 0; i < tile; ++i) sum[i] = sum[i] * u[i] + polynomial[power];
  }
  for (std::size_t i = 0; i < tile; ++i) {
    const double angle = sum[i] * std::sqrt(std::max(0.0, 1 - std::abs(cosines[i])));
    angles[i] = cosines[i] < 0 ? std::numbers::pi - angle : angle;
  }
}

}  // namespace

void arc_cosines(const double* cosines, Index count, double* angles) {
  static const Polynomial polynomial = fitted_polynomial();
  Index first = 0;
  for (; first + tile <= count; first += tile) {
    add_terms(polynomial, cosines + first, angles + first);
  }
  if (first == count) return;
  std::array<double, tile> rest{};
  std::array<double, tile> result{};
  std::copy(cosines + first, cosines + count, rest.begin());
  add_terms(polynomial, rest.data(), result.data());
  std::copy(result.begin(), result.begin() + (count - first), angles + first);
}

}  // namespace dsne::sphere
