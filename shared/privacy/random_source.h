#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "core/digest.h"
#include "core/matrix.h"

namespace dsne::privacy {

/// A source of noise: a stream of independent, uniform bits.
class RandomSource {
 public:
  virtual ~RandomSource() = default;

  /// Returns the next 64 bits.
  std::uint64_t next();

 protected:
  RandomSource() = default;
  RandomSource(const RandomSource&) = default;
  RandomSource& operator=(const RandomSource&) = default;

 private:
  virtual void fill(std::span<std::byte> bytes) = 0;

  std::array<std::uint64_t, 512> block_{};
  std::size_t used_ = block_.size();
};

/// A source as a uniform random bit generator, as std::shuffle and the standard's distributions
/// take one.
struct RandomBits {
  using result_type = std::uint64_t;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return source.next(); }

  RandomSource& source;
};

/// The operating system's secure generator (libsodium's randombytes: getrandom if available).
/// libsodium ends a process that cannot get its bytes.
class SystemSource final : public RandomSource {
 public:
  /// @throws StorageError when the generator cannot be set up
  SystemSource();

 private:
  void fill(std::span<std::byte> bytes) override;
};

/// A stream that looks random without its key: noise that is the same when a step is repeated.
/// ChaCha20 (libsodium's randombytes_buf_deterministic), keyed with BLAKE2b.
class KeyedSource final : public RandomSource {
 public:
  /// @param key secret, from the system's secure generator; one stream per key
  explicit KeyedSource(const Bytes32& key) : key_(key) {}

 private:
  void fill(std::span<std::byte> bytes) override;

  Bytes32 key_;
  std::uint64_t blocks_ = 0;
};

/// Draws a secret key from the system's secure generator. @throws as SystemSource
Bytes32 random_bytes();

/// Draws from N(0, 1): the inverse distribution function at a uniform number of 53 bits, one of
/// which is the sign. Draws end at ±8.3 standard deviations (beyond: 2e-16).
double standard_normal(RandomSource& source);

/// Draws `size` independent numbers from N(0, σ²).
///
/// The accountants assume real numbers, but this is floating point. Which doubles value + noise can
/// reach depends on the value, and an attacker who sees all bits of a release can use that to
/// distinguish values (Mironov, "On Significance of the Least Significant Bits for Differential
/// Privacy", 2012; Jin et al. 2022 for Gaussian noise). DiscreteGaussian does not have this
/// weakness.
/// @throws InputError unless sigma is finite and >= 0
Vector gaussian_noise(Eigen::Index size, double sigma, RandomSource& source);

}  // namespace dsne::privacy
