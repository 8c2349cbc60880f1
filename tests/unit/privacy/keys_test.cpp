#include "privacy/keys.h"

#include <doctest/doctest.h>

#include <string>

using dsne::Bytes32;
using dsne::privacy::AcceptedKeys;
using dsne::privacy::fingerprint;
using dsne::privacy::Identity;
using dsne::privacy::is_signed;
using dsne::privacy::parse_accepted_keys;
using dsne::privacy::RunKey;

namespace {

Bytes32 bytes_of(const std::string& hex) { return dsne::from_hex(hex).value(); }

}  // namespace

TEST_CASE("identities are Ed25519 keys: RFC 8032, section 7.1, test 2") {
  const Identity identity(
      bytes_of("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
  CHECK(dsne::to_hex(identity.public_key()) ==
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  CHECK(identity.sign("\x72") ==
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
}

TEST_CASE("a signature is good for its message and signer alone") {
  const Identity identity = Identity::make();
  const std::string signature = identity.sign("a run");
  CHECK(is_signed("a run", signature, identity.public_key()));
  CHECK_FALSE(is_signed("a run ", signature, identity.public_key()));
  CHECK_FALSE(is_signed("a run", signature, Identity::make().public_key()));
  CHECK_FALSE(is_signed("a run", signature.substr(2), identity.public_key()));
  CHECK_FALSE(is_signed("a run", signature + "00", identity.public_key()));
  CHECK_FALSE(is_signed("a run", "", identity.public_key()));
  CHECK_FALSE(is_signed("a run", std::string(128, 'x'), identity.public_key()));
}

TEST_CASE("an identity's file is its secret and nothing else") {
  const Identity identity = Identity::make();
  const std::string text = to_text(identity);
  CHECK(text == dsne::to_hex(identity.secret()) + "\n");
  for (const std::string& same : {text, text.substr(0, 64), " " + text + "\r\n"}) {
    const auto read = dsne::privacy::parse_identity(same);
    REQUIRE(read);
    CHECK(read->public_key() == identity.public_key());
  }
  for (const std::string& bad :
       {std::string(), text.substr(1), text + text, "g" + text.substr(1)}) {
    CHECK_FALSE(dsne::privacy::parse_identity(bad));
  }
}

TEST_CASE("run keys are X25519 keys: RFC 7748, section 5.2, the first iteration") {
  const RunKey nine(bytes_of("09" + std::string(62, '0')));
  CHECK(dsne::to_hex(nine.public_key()) ==
        "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
}

TEST_CASE("two sites share a secret, different in each run") {
  const RunKey a = RunKey::make();
  const RunKey b = RunKey::make();
  const Bytes32 run = dsne::hash_of({"a run"});
  const auto secret = a.pair_secret("a", "b", b.public_key(), run);
  REQUIRE(secret);
  CHECK(secret == b.pair_secret("b", "a", a.public_key(), run));
  CHECK(secret != a.pair_secret("a", "b", b.public_key(), dsne::hash_of({"another"})));
  CHECK(secret != a.pair_secret("a", "c", b.public_key(), run));
  CHECK(secret != RunKey::make().pair_secret("a", "b", b.public_key(), run));
}

TEST_CASE("a key of low order gives everyone the same secret and is refused") {
  for (const char* low :
       {"00", "01", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"}) {
    std::string digits = low;
    digits.resize(64, '0');
    CHECK_FALSE(RunKey::make().pair_secret("a", "b", bytes_of(digits), Bytes32{}));
  }
}

TEST_CASE("X25519 accepts a key's other forms, so these are refused") {
  const RunKey a = RunKey::make();
  const RunKey b = RunKey::make();
  Bytes32 twin = b.public_key();
  twin.back() |= 0x80;
  CHECK(dsne::privacy::is_canonical(b.public_key()));
  CHECK_FALSE(dsne::privacy::is_canonical(twin));
  CHECK_FALSE(a.pair_secret("a", "b", twin, Bytes32{}));

  const std::string above = std::string(60, 'f') + "7f";
  CHECK(dsne::privacy::is_canonical(bytes_of("ec" + above)));
  for (const char* least : {"ed", "ee", "ff"}) {
    CHECK_FALSE(dsne::privacy::is_canonical(bytes_of(least + above)));
  }
}

TEST_CASE("a roster's file reads back as the same roster, and a malformed one is refused") {
  const AcceptedKeys roster = {{"Utrecht \"A\"", Bytes32{1}}, {"Leuven", Bytes32{2}}};
  CHECK(parse_accepted_keys(dsne::privacy::to_text(roster)) == roster);
  const std::string key(64, 'a');
  for (const std::string& bad :
       {std::string(), std::string("[]"), std::string("{}"), std::string(R"({"a": 1})"),
        std::string(R"({"a": "ab"})"), R"({"a": ")" + key + R"(", "b": ")" + key + R"("})"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_accepted_keys(bad));
  }
}

TEST_CASE("a fingerprint is of the keys alone, in any order") {
  const std::string whole = fingerprint({Bytes32{1}, Bytes32{2}});
  CHECK(whole == fingerprint({Bytes32{2}, Bytes32{1}}));
  CHECK(whole != fingerprint({Bytes32{1}}));
  CHECK(whole != fingerprint({Bytes32{1}, Bytes32{3}}));
  CHECK(whole.size() == 24);
}
