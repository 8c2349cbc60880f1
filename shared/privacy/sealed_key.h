#pragma once

#include <array>
#include <optional>

#include "core/hash.h"

namespace dsne::privacy {

/// A key as one of a pair of sites tells it the other through somebody who must not know it.
using SealedKey = std::array<unsigned char, 48>;

/// Seals a key under the pair's secret (ChaCha20-Poly1305, RFC 8439).
/// @pre the pair seals one key in the run whose secret this is: the nonce is always 0
SealedKey seal(const Bytes32& key, const Bytes32& pair_secret);

/// @return nothing when it is damaged, or was sealed under another secret
std::optional<Bytes32> unseal(const SealedKey& sealed, const Bytes32& pair_secret);

}  // namespace dsne::privacy
