#include "core/base64.h"

#include <sodium.h>

#include <algorithm>

namespace dsne {
namespace {

constexpr int variant = sodium_base64_VARIANT_ORIGINAL;

}  // namespace

std::string to_base64(std::span<const std::byte> bytes) {
  // No bytes may be at no address, which the library must not see.
  if (bytes.empty()) return "";
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), variant);
  text.pop_back();  // the terminating zero
  return text;
}

bool from_base64(std::string_view text, std::span<std::byte> bytes) {
  if (bytes.empty()) return text.empty();
  // The library takes bytes beyond ASCII for digits.
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  if (!std::all_of(text.begin(), text.end(), is_ascii)) return false;
  std::size_t decoded = 0;
  const int status =
      sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &decoded, nullptr, variant);
  return status == 0 && decoded == bytes.size();
}

}  // namespace dsne
