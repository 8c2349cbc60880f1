#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "report/text.h"

using Labels = std::vector<std::string>;

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
