#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/digest.h"

namespace dsne::privacy {

/// A site's long-term key, by which other sites recognise it: an Ed25519 key pair from a secret of
/// 32 bytes.
class Identity {
 public:
  /// Makes a new key pair from the system's secure generator.
  static Identity make();

  explicit Identity(const Bytes32& secret);

  const Bytes32& secret() const { return secret_; }
  const Bytes32& public_key() const { return public_; }

  /// Signs a message. @return 128 hexadecimal digits
  std::string sign(std::string_view message) const;

 private:
  Bytes32 secret_;
  Bytes32 public_{};
};

/// Returns the content of a key's file: the secret's 64 hexadecimal digits and a newline.
std::string to_text(const Identity& identity);

/// Reads a key's file, with or without blanks around it; returns nothing for any other text.
std::optional<Identity> parse_identity(std::string_view text);

/// Returns whether a signature is `signer`'s signature of the message.
bool is_signed(std::string_view message, std::string_view signature, const Bytes32& signer);

/// The identities that a consortium's sites accept, by site name.
using AcceptedKeys = std::map<std::string, Bytes32>;

/// Returns the content of a roster's file: a JSON object with a name and a key for each site. All
/// sites share one file, so it also lists the reader's own key.
std::string to_text(const AcceptedKeys& roster);

/// Reads a roster's file.
/// @return nothing when it is malformed, empty, or lists a key twice
std::optional<AcceptedKeys> parse_accepted_keys(std::string_view text);

/// Returns a fingerprint for people to compare by telephone: 20 hexadecimal digits, in groups of
/// four, of the hash of the sorted keys.
std::string fingerprint(const std::set<Bytes32>& keys);

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
