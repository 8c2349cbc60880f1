#include "privacy/keys.h"

#include <sodium.h>

#include <algorithm>
#include <boost/algorithm/string/trim.hpp>

#include "core/json.h"
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

constexpr std::size_t fingerprint_digits = 20;
constexpr std::size_t group_digits = 4;

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

std::string to_text(const AcceptedKeys& roster) {
  Json json = Json::object();
  for (const auto& [name, key] : roster) json[name] = to_hex(key);
  return json.dump(2) + '\n';
}

std::optional<AcceptedKeys> parse_accepted_keys(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.empty()) return std::nullopt;
  AcceptedKeys roster;
  std::set<Bytes32> seen;
  for (const auto& [name, value] : json.items()) {
    const auto key = from_hex(value.is_string() ? value.get<std::string>() : "");
    if (!key || !seen.insert(*key).second) return std::nullopt;
    roster[name] = *key;
  }
  return roster;
}

std::string fingerprint(const std::set<Bytes32>& keys) {
  std::string joined;
  for (const Bytes32& key : keys) joined += view_of(key);
  const std::string digits = to_hex(hash_of({"dsne roster", joined}));
  std::string groups;
  for (std::size_t i = 0; i < fingerprint_digits; i += group_digits) {
    groups += (i == 0 ? "" : " ") + digits.substr(i, group_digits);
  }
  return groups;
}

bool is_canonical(const Bytes32& key) {
  // 2^255 - 19, least significant byte first.
  Bytes32 prime;
  prime.fill(0xff);
  prime.front() = 0xed;
  prime.back() = 0x7f;
  return std::lexicographical_compare(key.rbegin(), key.rend(), prime.rbegin(), prime.rend());
}

RunKey RunKey::make() { return RunKey(random_bytes()); }

RunKey::RunKey(const Bytes32& secret) : secret_(secret) {
  crypto_scalarmult_base(public_.data(), secret_.data());
}

std::optional<Bytes32> RunKey::pair_secret(std::string_view own, std::string_view other,
                                           const Bytes32& key, const Bytes32& run) const {
  Bytes32 shared{};
  if (!is_canonical(key) || crypto_scalarmult(shared.data(), secret_.data(), key.data()) != 0) {
    return std::nullopt;
  }
  if (own < other) {
    return keyed_hash(shared,
                      {"dsne pair", view_of(run), own, view_of(public_), other, view_of(key)});
  }
  return keyed_hash(shared,
                    {"dsne pair", view_of(run), other, view_of(key), own, view_of(public_)});
}

}  // namespace dsne::privacy
