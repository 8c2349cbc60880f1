#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace dsne {

/// Draws from [0, 1), one of 2^53 equally likely numbers. The standard library's engines are the
/// same on all platforms, its distributions are not.
inline double uniform(std::mt19937_64& engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

/// Returns the numbers 0 … count − 1 in an order drawn with the seed (Fisher & Yates), the same on
/// every platform.
inline std::vector<Eigen::Index> shuffled(Eigen::Index count, std::uint64_t seed) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::mt19937_64 engine(seed);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[engine() % left]);
  }
  return order;
}

}  // namespace dsne
