#include "core/digest.h"

#include <sodium.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>

#include "core/hash.h"

namespace dsne {

static_assert(sizeof(Bytes32) == crypto_hash_sha256_BYTES);

std::string sha256(std::string_view bytes) {
  Bytes32 hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return to_hex(hash);
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
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace dsne
