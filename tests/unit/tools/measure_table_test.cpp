#include "tools/measure_table.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tools/embedding_quality.h"

using dsne::evaluation::measure_names;
using dsne::tools::measure_table;
using dsne::tools::measure_text;

TEST_CASE("a Markdown table is aligned for reading as it is") {
  CHECK(dsne::tools::markdown_table({{"", "a", "long name"}, {"ε ↑", "1.5", "2"}}) ==
        "|     |   a | long name |\n"
        "|:----|----:|----------:|\n"
        "| ε ↑ | 1.5 |         2 |\n");
}

TEST_CASE("measures have decimals by their size") {
  CHECK(measure_text(0.98765) == "0.988");
  CHECK(measure_text(-0.5) == "-0.500");
  CHECK(measure_text(12.345) == "12.3");
  CHECK(measure_text(123456.7) == "123457");
  CHECK(measure_text(std::nullopt) == "n/a");
}

TEST_CASE("measures that no map has are left out") {
  dsne::tools::Measures some(measure_names().size());
  dsne::tools::Measures others = some;
  some[0] = 0.9;
  others[2] = 0.1;
  const std::string table = measure_table({"one", "two"}, {some, others});
  CHECK(std::count(table.begin(), table.end(), '\n') == 4);
  CHECK(table.find(measure_names()[0].title + " ↑ | 0.900 |   n/a |") != std::string::npos);
  CHECK(table.find(measure_names()[2].title + " ↑") != std::string::npos);
  CHECK(table.find(measure_names()[1].title) == std::string::npos);
}
