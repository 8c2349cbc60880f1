#include <doctest/doctest.h>

#include "report/tables.h"

using dsne::report::measures_table;

namespace {

const std::vector<dsne::data::UnevenMeasure> some = {{"fwhm_x", false, {"site 10", "site 9"}},
                                                     {"size_x", false, {}}};

}  // namespace

TEST_CASE("who has no measure is told by names, on summaries those whose summary leaves it out") {
  const auto table = measures_table(some, true).value();
  CHECK(table.columns.back() == "Not in the summary of");
  CHECK(table.rows[0][0].text == "Smoothness (left-right), fwhm_x");
  CHECK(table.rows[0][2].text == "site 9 and site 10");
  CHECK(table.rows[1][2].text == "no site's summary has it");
  CHECK(table.sentences[0].starts_with("Left out at every site: 2 measures. "));
}

TEST_CASE("of many sites without a measure eight are named") {
  const dsne::data::UnevenMeasure measure = {"cnr", false, std::vector<std::string>(30, "north")};
  const std::string text = measures_table({measure}, true).value().rows[0][2].text;
  CHECK(text.ends_with("north and 22 more"));
}

TEST_CASE("what every site has and is left out, a given reference lacks") {
  const auto table = measures_table(some, false).value();
  CHECK(table.columns.back() == "Sites without it");
  CHECK(table.rows[1][2].text == "none: the reference lacks it");
  CHECK_FALSE(measures_table({}, false));
}
