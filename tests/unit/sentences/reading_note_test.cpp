#include <doctest/doctest.h>

#include "sentences/run_note.h"

using dsne::sentences::reading_sentences;

TEST_CASE("a site is told what its table was read as, and what was left out, by reason") {
  dsne::data::Table table;
  table.values = dsne::Matrix::Zero(36, 68);
  CHECK(reading_sentences(table) ==
        std::vector<std::string>{"Your table was read as 36 subjects, 68 measures."});
  table.reading.notes = {"A decimal comma was read."};
  table.reading.left_out = {{"site", "no measure"}, {"age", "empty"}, {"rater", "no measure"}};
  CHECK(reading_sentences(table) ==
        std::vector<std::string>{
            "Your table was read as 36 subjects, 68 measures.", "A decimal comma was read.",
            "Left out: site and rater (no measure).", "Left out: age (empty)."});
}
