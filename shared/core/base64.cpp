#include "core/base64.h"

#include <array>
#include <cstdint>

namespace dsne {
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
