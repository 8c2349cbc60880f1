#include "privacy/run_key.h"

#include <sodium.h>

#include <algorithm>

#include "privacy/random_source.h"

namespace dsne::privacy {

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
