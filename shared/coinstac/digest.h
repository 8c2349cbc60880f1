#pragma once

#include <string>
#include <string_view>

#include "coinstac/files.h"

namespace dsne {

/// SHA-256 as 64 lower-case hexadecimal digits, the same as `sha256sum` prints.
std::string sha256(std::string_view bytes);

/// SHA-256 of a file's bytes, read in pieces.
/// @throws StorageError when it cannot be read
std::string sha256_of_file(const fs::path& file, std::string_view what);

/// True for 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

}  // namespace dsne
