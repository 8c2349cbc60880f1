#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/hash.h"

namespace dsne::privacy {

/// Where noise comes from: a stream of independent, uniform bits.
class RandomSource {
 public:
  virtual ~RandomSource() = default;

  /// The next 64 bits.
  std::uint64_t next();

  /// Whether noise from it protects anyone. What is made from a source that says no must say
  /// "not private" wherever it is shown.
  virtual bool is_private() const = 0;

 protected:
  RandomSource() = default;
  RandomSource(const RandomSource&) = default;
  RandomSource& operator=(const RandomSource&) = default;

 private:
  virtual void fill(std::span<std::byte> bytes) = 0;

  std::array<std::uint64_t, 512> block_{};
  std::size_t used_ = block_.size();
};

/// The operating system's secure generator (libsodium's randombytes: getrandom where there is one).
/// A process that cannot get its bytes is ended by libsodium; it never goes on without.
class SystemSource final : public RandomSource {
 public:
  /// @throws StorageError when the generator cannot be set up
  SystemSource();
  bool is_private() const override { return true; }

 private:
  void fill(std::span<std::byte> bytes) override;
};

/// A stream that only who has its key can tell from chance: noise that comes out the same when a
/// step is made again. ChaCha20 (libsodium's randombytes_buf_deterministic), keyed with BLAKE2b.
class KeyedSource final : public RandomSource {
 public:
  /// @param key secret, from the system's secure generator; a key makes one stream
  explicit KeyedSource(const Bytes32& key) : key_(key) {}
  bool is_private() const override { return true; }

 private:
  void fill(std::span<std::byte> bytes) override;

  Bytes32 key_;
  std::uint64_t blocks_ = 0;
};

/// A reproducible stream, for simulations only: whoever knows the seed can subtract the noise.
/// ChaCha20 (libsodium's randombytes_buf_deterministic), keyed with BLAKE2b of seed and stream.
class SimulationSource final : public RandomSource {
 public:
  /// @param stream names one of the seed's independent streams (site, round and purpose, say): a
  ///   stream that is used twice gives the same noise twice
  explicit SimulationSource(std::uint64_t seed, std::string_view stream = {});
  bool is_private() const override { return false; }

 private:
  void fill(std::span<std::byte> bytes) override;

  std::array<unsigned char, 32> key_{};
  std::uint64_t blocks_ = 0;
};

/// A secret key, from the system's secure generator. @throws as SystemSource
Bytes32 random_bytes();

}  // namespace dsne::privacy
