#include <doctest/doctest.h>

#include <string>

#include "core/digest.h"

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

TEST_CASE("any bytes are decoded again, and only from their own text") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.append(static_cast<std::size_t>(i % 3), static_cast<char>(i));
  for (std::size_t size = bytes.size() - 3; size < bytes.size(); ++size) {
    const std::string part = bytes.substr(0, size);
    const std::string text = encoded(part);
    CHECK(decodes(text, part));
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (const char other : {'=', '-', '_', ' ', '\0', '\n', '\xc1', 'A', '/'}) {
        if (other == text[i]) continue;
        std::string changed = text;
        changed[i] = other;
        CHECK_FALSE(decodes(changed, part));
      }
    }
  }
}

TEST_CASE("unused bits must be zero") {
  CHECK(decodes("AA==", std::string(1, '\0')));
  CHECK_FALSE(decodes("AB==", std::string(1, '\0')));
  CHECK_FALSE(decodes("AAB=", std::string(2, '\0')));
  CHECK_FALSE(decodes("A===", std::string(1, '\0')));
  CHECK_FALSE(decodes("AA=A", std::string(1, '\0')));
  CHECK_FALSE(decodes("====", std::string(1, '\0')));
}

TEST_CASE("text of another length, or not base64, is refused") {
  std::string bytes(3, '\0');
  const auto space = std::as_writable_bytes(std::span(bytes));
  for (const char* text : {"", "Zm8=", "Zm9vYg==", "Zm9", "Zm9v=", "Zm9\n", "!m9v", "Zm9v Zm9v",
                           "Zm9\xb3", "\xf7m9v"}) {
    CAPTURE(text);
    CHECK_FALSE(from_base64(text, space));
  }
  CHECK_FALSE(from_base64("Zg==", {}));
}
