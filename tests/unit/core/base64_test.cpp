#include "core/base64.h"

#include <doctest/doctest.h>

#include <string>

using dsne::from_base64;
using dsne::to_base64;

namespace {

std::string encoded(const std::string& bytes) { return to_base64(std::as_bytes(std::span(bytes))); }

bool decodes(const std::string& text, const std::string& expected) {
  std::string bytes(expected.size(), '?');
  return from_base64(text, std::as_writable_bytes(std::span(bytes))) && bytes == expected;
}

}  // namespace

TEST_CASE("base64 is RFC 4648's, both ways") {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    CHECK(encoded(bytes) == text);
    CHECK(decodes(text, bytes));
  }
}

TEST_CASE("text of another length, or that is no base64, is refused") {
  std::string bytes(3, '\0');
  const auto space = std::as_writable_bytes(std::span(bytes));
  for (const char* text : {"", "Zm8=", "Zm9vYg==", "Zm9", "Zm9v=", "Zm9\n", "!m9v", "Zm9v Zm9v",
                           "Zm9\xb3", "\xf7m9v"}) {
    CAPTURE(text);
    CHECK_FALSE(from_base64(text, space));
  }
  CHECK_FALSE(from_base64("Zg==", {}));
}
