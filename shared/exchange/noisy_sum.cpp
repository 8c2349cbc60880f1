#include "exchange/noisy_sum.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "privacy/discrete_gaussian.h"

namespace dsne::exchange {
namespace {

constexpr const char* mechanism = "distributed discrete gaussian";

}  // namespace

Matrix whole_rows(const Matrix& rows) {
  // Slightly below 1, so that rounding never makes a row too long.
  constexpr double room = 1 - 1e-9;
  Matrix whole =
      (rows * (room * whole_length)).array().unaryExpr([](double x) { return std::trunc(x); });
  for (auto row : whole.rowwise()) {
    // Exact, because sums of squares of such numbers are far below 2^53.
    if (!(row.squaredNorm() <= whole_length * whole_length)) row.setZero();
  }
  return whole;
}

double apart_at_right_angles(Eigen::Index numbers, double cosine_below_0) {
  const double c = whole_length;
  const double d = static_cast<double>(numbers);
  // Rounding changes each number by less than 1, so a product falls by less than 2c√d + d.
  return std::sqrt(2 * c * c * (1 + cosine_below_0) + 4 * std::sqrt(d) * c + 2 * d);
}

privacy::Cost cost_of(double epsilon, double delta) {
  return privacy::Cost(privacy::gaussian_dp_within(epsilon, delta));
}

double NoisySum::share_variance(Eigen::Index sites) const {
  if (sites <= colluding) throw InputError(what + " needs more sites than dp_colluding");
  if (sites > max_noisy_sites) throw InputError(what + " cannot be of so many sites");
  const double variance =
      privacy::discrete_gaussian_variance(sensitivity, privacy::GaussianDp(cost.mu()));
  return std::max(privacy::min_share_variance,
                  std::ceil(variance / static_cast<double>(sites - colluding)));
}

double NoisySum::deviation(Eigen::Index sites) const {
  return std::sqrt(share_variance(sites) * static_cast<double>(sites));
}

privacy::PrivateRelease NoisySum::release(Eigen::Index sites) const {
  const double variance = share_variance(sites) * static_cast<double>(sites - colluding);
  return {told,
          mechanism,
          sensitivity,
          std::sqrt(variance),
          privacy::Cost(privacy::discrete_gaussian_dp(sensitivity, variance)),
          false};
}

privacy::PrivateRelease NoisySum::planned() const {
  return {told, mechanism, sensitivity, sensitivity / cost.mu(), cost, false};
}

}  // namespace dsne::exchange
