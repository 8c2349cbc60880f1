#include "privacy/random_source.h"

#include <sodium.h>

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

#include "core/errors.h"
#include "privacy/cost.h"

namespace dsne::privacy {
std::uint64_t RandomSource::next() {
  if (used_ == block_.size()) {
    fill(std::as_writable_bytes(std::span(block_)));
    used_ = 0;
  }
  return block_[used_++];
}

SystemSource::SystemSource() {
  if (sodium_init() < 0) throw StorageError("the system's random generator is not available");
}

void SystemSource::fill(std::span<std::byte> bytes) { randombytes_buf(bytes.data(), bytes.size()); }

void KeyedSource::fill(std::span<std::byte> bytes) {
  const Bytes32 block_key = keyed_hash(key_, {"dsne noise", std::to_string(blocks_++)});
  randombytes_buf_deterministic(bytes.data(), bytes.size(), block_key.data());
}

Bytes32 random_bytes() {
  SystemSource source;
  Bytes32 bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

double standard_normal(RandomSource& source) {
  const std::uint64_t bits = source.next();
  // The centres of 2^52 equal cells of (0, 1) are exact in a double, and never 0 or 1.
  const double uniform = std::ldexp(static_cast<double>(bits >> 12) + 0.5, -52);
  const double magnitude =
      boost::math::constants::root_two<double>() * boost::math::erfc_inv(uniform);
  return (bits & 1) != 0 ? -magnitude : magnitude;
}

Vector gaussian_noise(Eigen::Index size, double sigma, RandomSource& source) {
  checked::non_negative(sigma, "sigma");
  Vector noise(size);
  for (double& value : noise) value = sigma * standard_normal(source);
  return noise;
}

}  // namespace dsne::privacy
