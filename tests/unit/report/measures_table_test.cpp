#include "report/measures_table.h"

#include <doctest/doctest.h>

using dsne::report::measures_table;

namespace {

const std::vector<dsne::data::UnevenMeasure> some = {{"fwhm_x", false, {"north", "west"}},
                                                     {"size_x", false, {}}};

}  // namespace

TEST_CASE("who has no measure is told by names, on summaries those whose summary leaves it out") {
  const auto table = measures_table(some, true).value();
  CHECK(table.columns.back() == "Not in the summary of");
  CHECK(table.rows[0][0].text == "Smoothness (left-right), fwhm_x");
  CHECK(table.rows[0][2].text == "north, west");
  CHECK(table.rows[1][2].text == "no site's summary has it");
  CHECK(table.sentences[0].starts_with("Left out at every site: 2 measures. "));
}

TEST_CASE("what every site has and is left out, a given reference lacks") {
  const auto table = measures_table(some, false).value();
  CHECK(table.columns.back() == "Sites without it");
  CHECK(table.rows[1][2].text == "none: the reference lacks it");
  CHECK_FALSE(measures_table({}, false));
}
