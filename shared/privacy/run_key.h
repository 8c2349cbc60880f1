#pragma once

#include <optional>
#include <string_view>

#include "core/hash.h"

namespace dsne::privacy {

/// Returns whether a public key is the only way to write its point: below 2^255 - 19, with the
/// unused top bit 0. X25519 ignores that bit and reduces the rest, so other keys are twins of one.
bool is_canonical(const Bytes32& key);

/// A site's key for one run (X25519), from which each pair of sites has a secret that no one else
/// knows.
class RunKey {
 public:
  /// A new one, from the system's secure generator.
  static RunKey make();

  explicit RunKey(const Bytes32& secret);

  const Bytes32& secret() const { return secret_; }
  const Bytes32& public_key() const { return public_; }

  /// Returns the secret that this site and another share in a run: BLAKE2b, keyed with the shared
  /// secret of X25519 (RFC 7748), of the run and of both names and public keys. X25519 maps several
  /// public keys to one shared secret, so the secret names the keys themselves.
  /// @param own   this site's name
  /// @param other the other site's name, not `own`
  /// @param key   the other site's public key
  /// @param run   which run it is, the same at both sites: a hash of all sites' names and keys
  /// @return nothing when is_canonical(key) is false or the key has a low order
  std::optional<Bytes32> pair_secret(std::string_view own, std::string_view other,
                                     const Bytes32& key, const Bytes32& run) const;

 private:
  Bytes32 secret_;
  Bytes32 public_{};
};

}  // namespace dsne::privacy
