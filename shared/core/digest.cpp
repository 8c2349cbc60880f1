#include "core/digest.h"

#include <sodium.h>

#include <algorithm>
#include <array>
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

namespace {

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The digit of each character, −1 where it is none. One bad character makes its whole group
/// negative.
constexpr std::array<std::int32_t, 256> base64_values = [] {
  std::array<std::int32_t, 256> table{};
  table.fill(-1);
  for (std::size_t i = 0; i < base64_digits.size(); ++i) {
    table[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::int32_t>(i);
  }
  return table;
}();

std::int32_t value_of(char character) {
  return base64_values[static_cast<unsigned char>(character)];
}

std::int32_t group_of(char a, char b, char c, char d) {
  return (value_of(a) << 18) | (value_of(b) << 12) | (value_of(c) << 6) | value_of(d);
}

std::byte byte_at(std::int32_t group, int bit) {
  return static_cast<std::byte>(static_cast<std::uint32_t>(group) >> bit & 0xffU);
}

char digit_at(std::uint32_t group, int bit) { return base64_digits[group >> bit & 63U]; }

}  // namespace

std::string to_base64(std::span<const std::byte> bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  const auto value = [&](std::size_t i) {
    return i < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i]) : 0;
  };
  for (std::size_t i = 0, at = 0; i < bytes.size(); i += 3, at += 4) {
    const std::uint32_t group = value(i) << 16 | value(i + 1) << 8 | value(i + 2);
    text[at] = digit_at(group, 18);
    text[at + 1] = digit_at(group, 12);
    if (i + 1 < bytes.size()) text[at + 2] = digit_at(group, 6);
    if (i + 2 < bytes.size()) text[at + 3] = digit_at(group, 0);
  }
  return text;
}

bool from_base64(std::string_view text, std::span<std::byte> bytes) {
  if (text.size() != (bytes.size() + 2) / 3 * 4) return false;
  const std::size_t rest = bytes.size() % 3;
  const std::size_t whole = bytes.size() - rest;
  std::int32_t all = 0;
  for (std::size_t i = 0, at = 0; i < whole; i += 3, at += 4) {
    const std::int32_t group = group_of(text[at], text[at + 1], text[at + 2], text[at + 3]);
    all |= group;
    bytes[i] = byte_at(group, 16);
    bytes[i + 1] = byte_at(group, 8);
    bytes[i + 2] = byte_at(group, 0);
  }
  if (all < 0) return false;
  if (rest == 0) return true;
  const std::string_view last = text.substr(text.size() - 4);
  const std::int32_t group = group_of(last[0], last[1], rest == 2 ? last[2] : 'A', 'A');
  bytes[whole] = byte_at(group, 16);
  if (rest == 2) bytes[whole + 1] = byte_at(group, 8);
  // Padding and unused bits are right in one text only.
  return to_base64(bytes.last(rest)) == last;
}

}  // namespace dsne
