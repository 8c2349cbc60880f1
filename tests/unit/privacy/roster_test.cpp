#include "privacy/roster.h"

#include <doctest/doctest.h>

using dsne::Bytes32;
using dsne::privacy::AcceptedKeys;
using dsne::privacy::fingerprint;
using dsne::privacy::parse_accepted_keys;

TEST_CASE("a roster's file reads back as the same roster") {
  const AcceptedKeys roster = {{"Utrecht \"A\"", Bytes32{1}}, {"Leuven", Bytes32{2}}};
  CHECK(parse_accepted_keys(dsne::privacy::to_text(roster)) == roster);
}

TEST_CASE("a malformed roster is refused") {
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
