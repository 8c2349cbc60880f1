#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/hash.h"

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

}  // namespace dsne::privacy
