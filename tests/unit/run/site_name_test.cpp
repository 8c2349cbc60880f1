#include <doctest/doctest.h>

#include "run/registration.h"

using dsne::run::distinct_names;
using dsne::run::shared_names;
using dsne::run::SiteNames;

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
