#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

/// How far an empirical distribution function of n draws may be from the true one (the
/// Dvoretzky–Kiefer–Wolfowitz inequality with Massart's constant; it holds for every n and every
/// distribution): further with a probability below 1e-9.
inline double dkw_bound(std::size_t n) {
  return std::sqrt(std::log(2e9) / (2 * static_cast<double>(n)));
}

/// The largest distance between the draws' empirical distribution function and `cdf`, continuous.
template <typename Cdf>
double kolmogorov_distance(std::vector<double> draws, Cdf cdf) {
  std::sort(draws.begin(), draws.end());
  const auto n = static_cast<double>(draws.size());
  double distance = 0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double value = cdf(draws[i]);
    distance = std::max(
        {distance, value - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - value});
  }
  return distance;
}
