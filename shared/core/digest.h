#pragma once

#include <optional>
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

}  // namespace dsne
