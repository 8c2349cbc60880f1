#include "privacy/sealed_key.h"

#include <sodium.h>

#include <tuple>

namespace dsne::privacy {
namespace {

static_assert(std::tuple_size_v<SealedKey> ==
              std::tuple_size_v<Bytes32> + crypto_aead_chacha20poly1305_ietf_ABYTES);

constexpr std::array<unsigned char, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> nonce{};

Bytes32 sealing_key(const Bytes32& pair_secret) { return keyed_hash(pair_secret, {"seal"}); }

}  // namespace

SealedKey seal(const Bytes32& key, const Bytes32& pair_secret) {
  SealedKey sealed{};
  crypto_aead_chacha20poly1305_ietf_encrypt(sealed.data(), nullptr, key.data(), key.size(), nullptr,
                                            0, nullptr, nonce.data(),
                                            sealing_key(pair_secret).data());
  return sealed;
}

std::optional<Bytes32> unseal(const SealedKey& sealed, const Bytes32& pair_secret) {
  Bytes32 key{};
  if (crypto_aead_chacha20poly1305_ietf_decrypt(key.data(), nullptr, nullptr, sealed.data(),
                                                sealed.size(), nullptr, 0, nonce.data(),
                                                sealing_key(pair_secret).data()) != 0) {
    return std::nullopt;
  }
  return key;
}

}  // namespace dsne::privacy
