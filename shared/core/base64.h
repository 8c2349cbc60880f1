#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace dsne {

/// Bytes as text (RFC 4648, padded).
std::string to_base64(std::span<const std::byte> bytes);

/// Fills `bytes` with what the text stands for.
/// @return false when the text is not base64, or stands for more or fewer bytes
bool from_base64(std::string_view text, std::span<std::byte> bytes);

}  // namespace dsne
