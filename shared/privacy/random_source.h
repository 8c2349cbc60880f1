#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/hash.h"

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

/// A reproducible stream, for simulations only, because anyone with the seed can subtract the
/// noise. ChaCha20 (libsodium's randombytes_buf_deterministic), keyed with BLAKE2b of seed and
/// stream.
class SimulationSource final : public RandomSource {
 public:
  /// @param stream names one of the seed's independent streams (by site, round and purpose, for
  ///   example); using it twice gives the same noise
  explicit SimulationSource(std::uint64_t seed, std::string_view stream = {});

 private:
  void fill(std::span<std::byte> bytes) override;

  std::array<unsigned char, 32> key_{};
  std::uint64_t blocks_ = 0;
};

/// Draws a secret key from the system's secure generator. @throws as SystemSource
Bytes32 random_bytes();

}  // namespace dsne::privacy
