#include "report/text.h"

#include <doctest/doctest.h>

using dsne::report::display_text;
using dsne::report::shortened;

TEST_CASE("display_text leaves valid text unchanged") {
  CHECK(display_text("") == "");
  CHECK(display_text("Zürich, 東京 😀") == "Zürich, 東京 😀");
}

TEST_CASE("display_text replaces bytes that are not UTF-8, one by one") {
  CHECK(display_text("a\xFFz") == "a\uFFFDz");
  CHECK(display_text("\xC3(") == "\uFFFD(");
  CHECK(display_text("\xE2\x82") == "\uFFFD\uFFFD");
  CHECK(display_text("\xC0\xAF") == "\uFFFD\uFFFD");            // overlong
  CHECK(display_text("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(display_text("\xF4\x90\x80\x80").find("\uFFFD") == 0);  // above U+10FFFF
}

TEST_CASE("display_text makes control characters spaces") {
  CHECK(display_text(std::string("a\0b\nc\x1B[d\x7F", 9)) == "a b c [d ");
  CHECK(display_text("a\u0085z") == "a z");
}

TEST_CASE("shortened cuts the middle and keeps whole characters") {
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdef", 5) == "ab…ef");
  CHECK(shortened("äöüßéè", 4) == "äö…è");
  CHECK(shortened("abcdef", 2) == "a…");
  CHECK(shortened("abcdef", 1) == "…");
}

TEST_CASE("character_count counts code points") {
  CHECK(dsne::report::character_count("") == 0);
  CHECK(dsne::report::character_count("aß😀") == 3);
}
