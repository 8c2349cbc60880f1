#include "core/phrases.h"

#include <doctest/doctest.h>

using dsne::counted;
using dsne::in_words;

TEST_CASE("a count agrees with its noun") {
  CHECK(counted(0, "subject") == "0 subjects");
  CHECK(counted(1, "subject") == "1 subject");
  CHECK(counted(300, "subject") == "300 subjects");
  CHECK(counted(1, "row has", "rows have") == "1 row has");
  CHECK(counted(2, "row has", "rows have") == "2 rows have");
}

TEST_CASE("names are listed in a sentence, the first ones of many") {
  CHECK(in_words({}, 3).empty());
  CHECK(in_words({"a"}, 3) == "a");
  CHECK(in_words({"a", "b"}, 3) == "a and b");
  CHECK(in_words({"a", "b", "c"}, 3) == "a, b and c");
  CHECK(in_words({"a", "b", "c", "d", "e"}, 3) == "a, b, c and 2 more");
}
