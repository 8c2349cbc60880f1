#pragma once

#include <optional>
#include <string_view>

#include "core/hash.h"

namespace dsne::privacy {

/// Returns whether a public key is the canonical form of its point: below 2^255 - 19, with the
/// unused top bit 0. X25519 ignores that bit and reduces the rest, so other forms give the same
/// point.
bool is_canonical(const Bytes32& key);

/// A site's key for one run (X25519). Each pair of sites derives from its keys a secret that nobody
/// else knows.
class RunKey {
 public:
  /// Makes a new key from the system's secure generator.
  static RunKey make();

  explicit RunKey(const Bytes32& secret);

  const Bytes32& secret() const { return secret_; }
  const Bytes32& public_key() const { return public_; }

  /// Returns the secret that this site and another share in a run: BLAKE2b of the run and of both
  /// names and public keys, keyed with the shared secret of X25519 (RFC 7748). X25519 maps several
  /// public keys to one shared secret, so the hash includes the keys themselves.
  /// @param own this site's name
  /// @param other the other site's name, not `own`
  /// @param key the other site's public key
  /// @param run identifies the run, the same at both sites: a hash of all sites' names and keys
  /// @return nothing when is_canonical(key) is false or the key has a low order
  std::optional<Bytes32> pair_secret(std::string_view own, std::string_view other,
                                     const Bytes32& key, const Bytes32& run) const;

 private:
  Bytes32 secret_;
  Bytes32 public_{};
};

}  // namespace dsne::privacy
