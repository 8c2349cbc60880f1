#include "data/csv.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "data/text/record_reader.h"

using dsne::data::csv_line;
using dsne::data::number_text;

TEST_CASE("a CSV line quotes what must be quoted") {
  CHECK(csv_line({"a", "b c", ""}) == "a,b c,");
  CHECK(csv_line({"a,b", "say \"x\"", "two\nlines", "\r"}) ==
        "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\r\"");
  CHECK(csv_line({" a", "b\t"}) == "\" a\",\"b\t\"");
  CHECK(csv_line({""}) == "\"\"");
  CHECK(csv_line({}).empty());
}

TEST_CASE("a CSV line reads back as the same cells") {
  const std::vector<std::string> cells = {"a,b", "\"", "\"\"", "two\r\nlines",
                                          " ",   "",   "x\"y", "1"};
  std::istringstream stream(csv_line(cells) + "\r\n");
  dsne::data::RecordReader reader(stream, ',', "test");
  REQUIRE(reader.next());
  REQUIRE(reader.size() == cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) CHECK(reader[i] == cells[i]);
  CHECK_FALSE(reader.next());
}

TEST_CASE("text that a spreadsheet would run gets an apostrophe; numbers do not") {
  using dsne::data::spreadsheet_line;
  CHECK(spreadsheet_line({"=HYPERLINK(1)", "@a", "+a", "-a", "\ta", "'a"}) ==
        "'=HYPERLINK(1),'@a,'+a,'-a,'\ta,''a");
  CHECK(spreadsheet_line({"-1.5", "a=b", "", "1"}) == "-1.5,a=b,,1");
  for (const std::string cell : {"=a", "'a", "''", "'5", "'=a", "a'", "'", ""}) {
    const std::string line = spreadsheet_line({cell, ""});
    CHECK(dsne::data::without_apostrophe(line.substr(0, line.rfind(','))) == cell);
  }
}

TEST_CASE("number text is short and reads back as the same double") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1e-5) == "1e-05");
  CHECK(number_text(3) == "3");
  CHECK(number_text(-0.0) == "-0");
  for (const double value :
       {1.0 / 3, 5e-324, std::numeric_limits<double>::max(), -1e22, 0.1 + 0.2}) {
    CHECK(std::strtod(number_text(value).c_str(), nullptr) == value);
  }
}
