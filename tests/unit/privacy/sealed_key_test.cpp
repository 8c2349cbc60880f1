#include "privacy/sealed_key.h"

#include <doctest/doctest.h>

using dsne::Bytes32;
using dsne::privacy::seal;
using dsne::privacy::SealedKey;
using dsne::privacy::unseal;

namespace {

const Bytes32 a_key = dsne::hash_of({"a key"});
const Bytes32 the_secret = dsne::hash_of({"a pair's secret"});

}  // namespace

TEST_CASE("a sealed key opens under the pair's secret, and is the same when it is sealed again") {
  const SealedKey sealed = seal(a_key, the_secret);
  CHECK(unseal(sealed, the_secret) == a_key);
  CHECK(seal(a_key, the_secret) == sealed);
  CHECK(seal(a_key, dsne::hash_of({"another pair's"})) != sealed);
  CHECK(seal(dsne::hash_of({"another key"}), the_secret) != sealed);
}

TEST_CASE("a sealed key that is damaged anywhere, or another pair's, does not open") {
  const SealedKey sealed = seal(a_key, the_secret);
  CHECK_FALSE(unseal(sealed, dsne::hash_of({"another pair's"})));
  CHECK_FALSE(unseal(SealedKey{}, the_secret));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      SealedKey damaged = sealed;
      damaged[i] = static_cast<unsigned char>(damaged[i] ^ 1U << bit);
      CHECK_FALSE(unseal(damaged, the_secret));
    }
  }
}
