#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace dsne {

/// Returns the bytes as base64 (RFC 4648, padded).
std::string to_base64(std::span<const std::byte> bytes);

/// Decodes base64 into `bytes`.
/// @return false when the text is not base64, or decodes to more or fewer bytes
bool from_base64(std::string_view text, std::span<std::byte> bytes);

}  // namespace dsne
