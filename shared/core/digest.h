#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/files.h"

namespace dsne {

/// SHA-256 as 64 lower-case hexadecimal digits, the same as `sha256sum` prints.
std::string sha256(std::string_view bytes);

/// A file's content if it is there and has the digest, else nothing.
/// @throws StorageError when it is there and cannot be read
std::optional<std::string> read_checked(const fs::path& file, const std::string& digest,
                                        std::string_view what);

/// True for 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

}  // namespace dsne
