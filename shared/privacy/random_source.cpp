#include "privacy/random_source.h"

#include <sodium.h>

#include <string>

#include "core/errors.h"

namespace dsne::privacy {
namespace {

using Key = std::array<unsigned char, randombytes_SEEDBYTES>;

/// Hashes a number (8 bytes, the machine's order) and the bytes after it with BLAKE2b.
Key hash(std::uint64_t number, std::span<const std::byte> bytes) {
  Key key{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, key.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&number), sizeof number);
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
  crypto_generichash_final(&state, key.data(), key.size());
  return key;
}

}  // namespace

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

SimulationSource::SimulationSource(std::uint64_t seed, std::string_view stream)
    : key_(hash(seed, std::as_bytes(std::span(stream)))) {}

void SimulationSource::fill(std::span<std::byte> bytes) {
  const Key block_key = hash(blocks_++, std::as_bytes(std::span(key_)));
  randombytes_buf_deterministic(bytes.data(), bytes.size(), block_key.data());
}

Bytes32 random_bytes() {
  SystemSource source;
  Bytes32 bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

}  // namespace dsne::privacy
