#include "privacy/identity.h"

#include <sodium.h>

#include <boost/algorithm/string/trim.hpp>

#include "privacy/random_source.h"

namespace dsne::privacy {
namespace {

using Signature = std::array<unsigned char, crypto_sign_BYTES>;
using SigningKey = std::array<unsigned char, crypto_sign_SECRETKEYBYTES>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

SigningKey expand(const Bytes32& secret, Bytes32& public_key) {
  SigningKey key{};
  crypto_sign_seed_keypair(public_key.data(), key.data(), secret.data());
  return key;
}

}  // namespace

Identity Identity::make() { return Identity(random_bytes()); }

Identity::Identity(const Bytes32& secret) : secret_(secret) { expand(secret_, public_); }

std::string Identity::sign(std::string_view message) const {
  Bytes32 unused{};
  const SigningKey key = expand(secret_, unused);
  Signature signature{};
  crypto_sign_detached(signature.data(), nullptr, bytes_of(message), message.size(), key.data());
  return to_hex(
      std::string_view(reinterpret_cast<const char*>(signature.data()), signature.size()));
}

std::string to_text(const Identity& identity) { return to_hex(identity.secret()) + '\n'; }

std::optional<Identity> parse_identity(std::string_view text) {
  const auto secret = from_hex(boost::algorithm::trim_copy(std::string(text)));
  if (!secret) return std::nullopt;
  return Identity(*secret);
}

bool is_signed(std::string_view message, std::string_view signature, const Bytes32& signer) {
  Signature bytes{};
  std::size_t size = 0;
  const int status = sodium_hex2bin(bytes.data(), bytes.size(), signature.data(), signature.size(),
                                    nullptr, &size, nullptr);
  return status == 0 && 2 * size == signature.size() && size == bytes.size() &&
         crypto_sign_verify_detached(bytes.data(), bytes_of(message), message.size(),
                                     signer.data()) == 0;
}

}  // namespace dsne::privacy
