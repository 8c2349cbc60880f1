#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace dsne {

/// Returns the numbers 0 … count − 1 in an order drawn with the seed (Fisher & Yates), the same on
/// every platform.
std::vector<Eigen::Index> shuffled(Eigen::Index count, std::uint64_t seed);

}  // namespace dsne
