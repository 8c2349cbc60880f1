#include "coinstac/digest.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <boost/filesystem/fstream.hpp>
#include <boost/filesystem/operations.hpp>
#include <vector>

#include "coinstac/errors.h"

namespace dsne {
namespace {

/// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
  Sha256() { crypto_hash_sha256_init(&state_); }

  void update(const char* bytes, std::size_t size) {
    crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes), size);
  }

  std::string hex() {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256_final(&state_, hash.data());
    std::string text(2 * hash.size() + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    text.pop_back();  // the terminating zero
    return text;
  }

 private:
  crypto_hash_sha256_state state_{};
};

}  // namespace

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes.data(), bytes.size());
  return hash.hex();
}

std::string sha256_of_file(const fs::path& file, std::string_view what) {
  fs::ifstream stream(file, std::ios::binary);
  if (!stream) throw StorageError("cannot open " + std::string(what));
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  while (stream) {
    stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    hash.update(buffer.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw StorageError("cannot read " + std::string(what));
  return hash.hex();
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
