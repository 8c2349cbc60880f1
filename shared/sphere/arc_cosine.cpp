#include "sphere/arc_cosine.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/simd.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

constexpr int terms = 17;
constexpr Index tile = 64;

/// arccos(x)/√(1 − x) on [0, 1] as a polynomial of 2x − 1 through Chebyshev's points. The quotient
/// has no singularity but at −1, so that each term gains a factor of nearly 6.
std::array<double, terms> fitted_polynomial() {
  Eigen::MatrixXd powers(terms, terms);
  Vector quotients(terms);
  for (int node = 0; node < terms; ++node) {
    const double u = std::cos(std::numbers::pi * (node + 0.5) / terms);
    const double x = (u + 1) / 2;
    quotients(node) = std::acos(x) / std::sqrt(1 - x);
    powers(node, 0) = 1;
    for (int power = 1; power < terms; ++power) powers(node, power) = powers(node, power - 1) * u;
  }
  const Vector solution = powers.colPivHouseholderQr().solve(quotients);
  std::array<double, terms> coefficients{};
  std::copy(solution.begin(), solution.end(), coefficients.begin());
  return coefficients;
}

DSNE_SIMD void add_terms(const std::array<double, terms>& polynomial, const double* cosines,
                         double* angles) {
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
  static const std::array<double, terms> polynomial = fitted_polynomial();
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
