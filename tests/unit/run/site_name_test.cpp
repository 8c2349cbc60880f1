#include "run/site_name.h"

#include <doctest/doctest.h>

using dsne::run::distinct_names;
using dsne::run::is_site_name;
using dsne::run::shared_names;
using dsne::run::SiteNames;

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

TEST_CASE("sites with the same name are distinguished, and none gets another's id") {
  CHECK(distinct_names(
            {{"local0", "Leuven"}, {"local1", ""}, {"local2", "Leuven"}, {"local3", "Leuven"}}) ==
        SiteNames{{"local0", "Leuven"},
                  {"local1", "local1"},
                  {"local2", "Leuven (2)"},
                  {"local3", "Leuven (3)"}});
  CHECK(distinct_names({{"local0", "local1"}, {"local1", ""}}) ==
        SiteNames{{"local0", "local1 (2)"}, {"local1", "local1"}});
  CHECK(distinct_names({{"a", "x"}, {"b", "x (2)"}, {"c", "x"}}) ==
        SiteNames{{"a", "x"}, {"b", "x (2)"}, {"c", "x (3)"}});
}

TEST_CASE("a name that several sites gave is reported") {
  CHECK(shared_names(distinct_names({{"a", "Leuven"}, {"b", ""}, {"c", "Leuven"}})) ==
        std::vector<std::string>{"Leuven"});
  CHECK(shared_names(distinct_names({{"a", "Leuven"}, {"b", ""}, {"c", "Bonn"}})).empty());
}
