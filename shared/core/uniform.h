#pragma once

#include <random>

namespace dsne {

/// Draws from [0, 1), one of 2^53 equally likely numbers. The standard library's engines are the
/// same on all platforms, its distributions are not.
inline double uniform(std::mt19937_64& engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

}  // namespace dsne
