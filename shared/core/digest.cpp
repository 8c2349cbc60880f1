#include "core/digest.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <boost/filesystem/operations.hpp>
#include <cstdint>

namespace dsne {
namespace {

/// Lets libsodium choose its code for this processor before the first hash.
[[maybe_unused]] const int chosen = sodium_init();

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void add(crypto_generichash_state& state, std::string_view part) {
  static_assert(std::endian::native == std::endian::little);
  const std::uint64_t length = part.size();
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&length), sizeof length);
  crypto_generichash_update(&state, bytes_of(part), part.size());
}

Bytes32 hash(std::string_view key, std::initializer_list<std::string_view> parts) {
  Bytes32 result{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.empty() ? nullptr : bytes_of(key), key.size(), result.size());
  for (const std::string_view part : parts) add(state, part);
  crypto_generichash_final(&state, result.data(), result.size());
  return result;
}

}  // namespace

static_assert(sizeof(Bytes32) == crypto_hash_sha256_BYTES);

std::string sha256(std::string_view bytes) {
  Bytes32 digest{};
  crypto_hash_sha256(digest.data(), bytes_of(bytes), bytes.size());
  return to_hex(digest);
}

std::optional<std::string> read_checked(const fs::path& file, const std::string& digest,
                                        std::string_view what) {
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::string text = read_file(file, what);
  if (sha256(text) != digest) return std::nullopt;
  return text;
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

Bytes32 hash_of(std::initializer_list<std::string_view> parts) { return hash({}, parts); }

Bytes32 keyed_hash(const Bytes32& key, std::initializer_list<std::string_view> parts) {
  return hash(view_of(key), parts);
}

std::string_view view_of(const Bytes32& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string to_hex(std::string_view bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes_of(bytes), bytes.size());
  text.pop_back();  // the terminating zero
  return text;
}

std::string to_hex(const Bytes32& bytes) { return to_hex(view_of(bytes)); }

std::optional<Bytes32> from_hex(std::string_view text) {
  if (!is_sha256(text)) return std::nullopt;
  Bytes32 bytes{};
  sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, nullptr, nullptr);
  return bytes;
}

bool same_secret(const Bytes32& a, const Bytes32& b) {
  return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace dsne
