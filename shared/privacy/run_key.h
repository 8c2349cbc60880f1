#pragma once

#include <optional>
#include <string_view>

#include "core/hash.h"

namespace dsne::privacy {

/// A site's key for one run (X25519), from which each pair of sites has a secret that no one else
/// knows.
class RunKey {
 public:
  /// A new one, from the system's secure generator.
  static RunKey make();

  explicit RunKey(const Bytes32& secret);

  const Bytes32& secret() const { return secret_; }
  const Bytes32& public_key() const { return public_; }

  /// The secret that this site and another share in a run: BLAKE2b of what both can compute of each
  /// other's keys (RFC 7748), keyed with nothing else, and of the run.
  /// @param run says which run it is, the same at both sites: a hash of all sites' names and keys
  /// @return nothing when the other's key is one of the few that give everyone the same secret
  std::optional<Bytes32> pair_secret(const Bytes32& other, const Bytes32& run) const;

 private:
  Bytes32 secret_;
  Bytes32 public_{};
};

}  // namespace dsne::privacy
