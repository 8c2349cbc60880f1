#include <doctest/doctest.h>

#include "summary/summary.h"

using dsne::summary::is_site_name;

TEST_CASE("a site's name is short, of letters and digits, and harmless") {
  for (const char* name : {"Leuven", "site 3", "UCLA (2.1)", "Tübingen", "Αθήνα", "Москва", "東京",
                           "서울", "3T_a-b", "x"}) {
    CAPTURE(name);
    CHECK(is_site_name(name));
  }
  for (const char* name : {"",
                           " x",
                           "x ",
                           "=1+1",
                           "+x",
                           "-x",
                           "@x",
                           "(x)",
                           "<b>",
                           "a&b",
                           "a\"b",
                           "a'b",
                           "a,b",
                           "a;b",
                           "a\nb",
                           "a\tb",
                           "a/b",
                           "a\\b",
                           "reference",
                           "Reference",
                           "ABIDE NYU (public)",
                           "\xFF",
                           "a\xC3",
                           "\xC0\x80x",
                           "a\xE2\x80\xAE"
                           "b",
                           "a\xEF\xBB\xBF",
                           "\xF0\x9F\x98\x80",
                           "a\x7F"}) {
    CAPTURE(name);
    CHECK_FALSE(is_site_name(name));
  }
  CHECK_FALSE(is_site_name(std::string("a\0b", 3)));
  CHECK(is_site_name(std::string(40, 'a')));
  CHECK_FALSE(is_site_name(std::string(41, 'a')));
}
