#include "privacy/run_key.h"

#include <sodium.h>

#include "privacy/random_source.h"

namespace dsne::privacy {

RunKey RunKey::make() { return RunKey(random_bytes()); }

RunKey::RunKey(const Bytes32& secret) : secret_(secret) {
  crypto_scalarmult_base(public_.data(), secret_.data());
}

std::optional<Bytes32> RunKey::pair_secret(const Bytes32& other, const Bytes32& run) const {
  Bytes32 shared{};
  if (crypto_scalarmult(shared.data(), secret_.data(), other.data()) != 0) return std::nullopt;
  return keyed_hash(shared, {"dsne pair", view_of(run)});
}

}  // namespace dsne::privacy
