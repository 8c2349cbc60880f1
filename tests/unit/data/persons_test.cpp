// Whose each row of a table is.

#include "data/columns/persons.h"

#include "helpers.h"

using dsne::data::answer_to;
using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

/// A table of these ids, and what a column says of the persons.
Table settled(const Names& ids, const Names& persons = {}, bool stated = false) {
  Table table;
  table.ids = ids;
  table.persons = persons;
  for (std::size_t row = 2; row < ids.size() + 2; ++row) table.rows.push_back(row);
  table.reading.names_persons = stated;
  dsne::data::settle_persons(table, {});
  return table;
}

}  // namespace

TEST_CASE(
    "a column says whose a row is, but where the id names the subject, or the settings name the "
    "column") {
  const Names ids = {"101_1", "101_2", "sub-7_ses-1", "sub-7_ses-2", "9_ses-1"};
  CHECK(settled(ids).persons == Names{"101_1", "101_2", "sub-7", "sub-7", "9"});
  const Names column = {"101", "101", "7", "8", ""};
  CHECK(settled(ids, column).persons == Names{"101", "101", "sub-7", "sub-7", "9"});
  CHECK(settled(ids, column, true).persons == Names{"101", "101", "7", "8", "9"});
}

TEST_CASE("a doubt says what was found, and of others' tables no name and no count") {
  const auto doubt = settled({"101_1", "101_2", "102_1"}).reading.person_doubt;
  REQUIRE(doubt);
  CHECK(doubt->found == "rows 2 and 3 look like two visits of one person");
  CHECK(answer_to(*doubt).starts_with(R"("each_row_is_a_person": true (or, if some are of one)"));
  CHECK(settled({"a", "A"}).reading.person_doubt->told ==
        "the ids of rows 2 and 3 differ in capital letters alone");
  CHECK_FALSE(settled({"101_1", "101_2"}, {"x", "y"}, true).reading.person_doubt);
  CHECK_FALSE(settled({"sub-1", "sub-2"}).reading.person_doubt);
  CHECK(
      answer_to({"", "", "a \"b\""}) ==
      R"("person_column": "a \"b\"" (or, if every row is another person, "each_row_is_a_person": true))");
}
