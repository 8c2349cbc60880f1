#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace dsne {

/// 32 bytes: a key, or a hash.
using Bytes32 = std::array<unsigned char, 32>;

/// BLAKE2b-256 of several texts, each with its length before it, so that no two lists are hashed
/// alike.
Bytes32 hash_of(std::initializer_list<std::string_view> parts);

/// The same with a key: a message authentication code, or a key derived from another.
Bytes32 keyed_hash(const Bytes32& key, std::initializer_list<std::string_view> parts);

/// The bytes, to be hashed.
std::string_view view_of(const Bytes32& bytes);

/// Two lower-case hexadecimal digits for each byte.
std::string to_hex(std::string_view bytes);
std::string to_hex(const Bytes32& bytes);

/// What 64 lower-case hexadecimal digits stand for; nothing when it is no such text.
std::optional<Bytes32> from_hex(std::string_view text);

/// Whether two are the same, in a time that does not depend on where they differ.
bool same_secret(const Bytes32& a, const Bytes32& b);

}  // namespace dsne
