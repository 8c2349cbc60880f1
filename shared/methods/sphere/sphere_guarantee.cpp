#include "methods/sphere/sphere_guarantee.h"

#include <algorithm>
#include <cmath>

#include "methods/sphere/sphere.h"
#include "sphere/network.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

/// Ones on the diagonal, as one number, where the product of two networks is half the matrices'.
double whole_diagonal(Index regions) { return std::sqrt(static_cast<double>(regions) / 2); }

/// Returns a bound for any number of regions of the sum.
double network_sensitivity() {
  // For matrices A and B with eigenvalues of at least −τ, tr AB is at least −2nτ − nτ². Their
  // halves have a squared length of at least n/2.
  constexpr double cosine_below_0 = 3 * sphere::proper_rounding;
  return exchange::apart_at_right_angles(whole_network_size(most_regions_summed), cosine_below_0);
}

/// Returns the possible range of the sum's first number without noise.
NumberRange diagonals(Index regions, Index subjects) {
  // No network is longer than that of ones.
  const double most = static_cast<double>(subjects) * exchange::whole_length;
  return {most / std::sqrt(static_cast<double>(regions)), most};
}

}  // namespace

RowVector whole_network(const RowVector& pairs, Index regions) {
  RowVector vector(whole_network_size(regions));
  vector << whole_diagonal(regions),
      upper_triangle(sphere::proper_network(sphere::network_from_pairs(pairs, regions)));
  return exchange::whole_rows(vector.normalized());
}

Index whole_network_size(Index regions) { return 1 + regions * (regions - 1) / 2; }

exchange::NoisySum network_sum(const Parameters& parameters) {
  return {"its part of the sum of networks", "a sphere with a guarantee", network_sensitivity(),
          exchange::cost_of(parameters.sphere_epsilon, parameters.dp_delta),
          parameters.dp_colluding};
}

NoisyNetwork noisy_network(const RowVector& sum, const Parameters& parameters, Index sites,
                           Index regions, Index subjects) {
  const NumberRange range = diagonals(regions, subjects);
  const double unit = whole_diagonal(regions) / std::clamp(sum(0), range.least, range.most);
  return {(sum.tail(sum.size() - 1) * unit).cwiseMax(-1).cwiseMin(1),
          network_sum(parameters).deviation(sites) * unit};
}

NumberRange noise_range(const Parameters& parameters, Index sites, Index regions, Index subjects) {
  const NumberRange range = diagonals(regions, subjects);
  const double noise = network_sum(parameters).deviation(sites) * whole_diagonal(regions);
  return {noise / range.most, noise / range.least};
}

}  // namespace dsne::methods
