#include "core/hash.h"

#include <doctest/doctest.h>

#include <string>

using dsne::Bytes32;
using dsne::hash_of;

TEST_CASE("a hash is BLAKE2b-256 of the parts, each after its length in 8 bytes") {
  // hashlib.blake2b(struct.pack('<Q', 3) + b'abc' + struct.pack('<Q', 0), digest_size=32) in Python
  CHECK(dsne::to_hex(hash_of({"abc", ""})) ==
        "e868c930203dfd8a208590008012f99f019dcb9d4d776df5fae6b7d4d9242072");
  // the same with key=bytes(range(32))
  Bytes32 key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<unsigned char>(i);
  CHECK(dsne::to_hex(dsne::keyed_hash(key, {"abc", ""})) ==
        "cf9c08d15b36283bbecc5396204ad0f2934a3022327303cf9524999f287f909c");
}

TEST_CASE("the same bytes in other parts have another hash") {
  CHECK(hash_of({"ab", "c"}) != hash_of({"a", "bc"}));
  CHECK(hash_of({"abc"}) != hash_of({"abc", ""}));
}

TEST_CASE("hexadecimal text is decoded again; other text is refused") {
  const Bytes32 bytes = hash_of({"x"});
  const std::string text = dsne::to_hex(bytes);
  CHECK(dsne::from_hex(text) == bytes);
  CHECK_FALSE(dsne::from_hex(text.substr(1)));
  CHECK_FALSE(dsne::from_hex(text + "0"));
  CHECK_FALSE(dsne::from_hex("g" + text.substr(1)));
  CHECK_FALSE(dsne::from_hex(""));
}
