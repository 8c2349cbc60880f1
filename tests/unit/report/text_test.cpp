#include "report/text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using dsne::report::display_text;
using dsne::report::shortened;
using Labels = std::vector<std::string>;

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

static Labels sorted(Labels labels) {
  std::sort(labels.begin(), labels.end(), dsne::report::natural_less);
  return labels;
}

TEST_CASE("numbers are ordered by value and come before text") {
  CHECK(sorted({"10", "b", "9", "-2", "1.5", "a", "1e2"}) ==
        Labels{"-2", "1.5", "9", "10", "1e2", "a", "b"});
}

TEST_CASE("numbers inside text count by their value") {
  CHECK(sorted({"grade 10", "grade 2", "control"}) == Labels{"control", "grade 2", "grade 10"});
}

TEST_CASE("text that only looks like a number is text") {
  CHECK(sorted({"nan", "inf", "5", "1e999", "5 mm"}) == Labels{"5", "1e999", "5 mm", "inf", "nan"});
}

TEST_CASE("the order is strict, and different labels never count as equal") {
  const Labels labels{"1", "1.0", "01", std::string("a\0b", 3), std::string("a\0c", 3), "a", ""};
  for (const std::string& a : labels) {
    CHECK_FALSE(dsne::report::natural_less(a, a));
    for (const std::string& b : labels) {
      if (a != b) CHECK(dsne::report::natural_less(a, b) != dsne::report::natural_less(b, a));
    }
  }
}

TEST_CASE("a number keeps four digits") {
  CHECK(dsne::report::with_digits(12345.6) == 12350);
  CHECK(dsne::report::with_digits(-0.000123456) == -0.0001235);
  CHECK(dsne::report::with_digits(12345.678, 7) == 12345.68);
}
