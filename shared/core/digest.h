#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/files.h"

namespace dsne {

/// Returns the SHA-256 as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
std::string sha256(std::string_view bytes);

/// Reads a file if it exists and has this SHA-256; returns nothing otherwise.
/// @throws StorageError when it exists and cannot be read
std::optional<std::string> read_checked(const fs::path& file, const std::string& digest,
                                        std::string_view what);

/// Returns whether a text is 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

/// 32 bytes: a key, or a hash.
using Bytes32 = std::array<unsigned char, 32>;

/// Returns the BLAKE2b-256 of several texts, each preceded by its length, so that no two different
/// lists have the same input.
Bytes32 hash_of(std::initializer_list<std::string_view> parts);

/// Returns the keyed BLAKE2b-256 of several texts: an authentication code, or a derived key.
Bytes32 keyed_hash(const Bytes32& key, std::initializer_list<std::string_view> parts);

/// Returns the bytes as a text that can be hashed.
std::string_view view_of(const Bytes32& bytes);

/// Returns two lower-case hexadecimal digits for each byte.
std::string to_hex(std::string_view bytes);
std::string to_hex(const Bytes32& bytes);

/// Decodes 64 lower-case hexadecimal digits; returns nothing for any other text.
std::optional<Bytes32> from_hex(std::string_view text);

/// Compares two secrets in a time that does not depend on where they differ.
bool same_secret(const Bytes32& a, const Bytes32& b);

/// Returns the bytes as base64 (RFC 4648, padded).
std::string to_base64(std::span<const std::byte> bytes);

/// Decodes base64 into `bytes`.
/// @return false when the text is not base64, or decodes to more or fewer bytes
bool from_base64(std::string_view text, std::span<std::byte> bytes);

}  // namespace dsne
