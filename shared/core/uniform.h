#pragma once

#include <random>

namespace dsne {

/// A draw from [0, 1), one of 2^53 equally likely numbers. The standard library's distributions
/// differ between platforms; its engines, and this, do not.
inline double uniform(std::mt19937_64& engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

}  // namespace dsne
