// Whose each row of a table is.

#include "data/persons.h"

#include <algorithm>

#include "helpers.h"
#include "text_search.h"

using dsne::data::answer_to;
using dsne::data::person_of;
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

TEST_CASE("a person is the part sub-… of an id, else the id") {
  CHECK(person_of("sub-12_ses-1_T1w") == "sub-12");
  CHECK(person_of("sub-12_ses-2_T1w.nii.gz") == "sub-12");
  CHECK(person_of("folder/sub-A1/anat") == "sub-A1");
  CHECK(person_of("0051456") == "0051456");
  CHECK(person_of("sub-Müller01_T1w") == "sub-Müller01");
  CHECK(person_of("nosub-12") == "nosub-12");
  CHECK(person_of("sub-") == "sub-");
  CHECK(person_of("101_ses-2_T1w") == "101");
  CHECK(person_of("101_tp2.long.101") == "101");
  CHECK(person_of("sub-12_ses-2.long.sub-12") == "sub-12");
}

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

TEST_CASE("ids that look like visits of one person") {
  const auto visits = [](Names ids) {
    std::ranges::transform(ids, ids.begin(), person_of);
    return dsne::data::visits_of_one_person(ids);
  };
  using Rows = std::pair<std::size_t, std::size_t>;
  CHECK(visits({"101_1", "102_1", "101_2"}) == Rows{0, 2});
  CHECK(visits({"P1_v1", "P2_v1", "P2_v2"}) == Rows{1, 2});
  CHECK(visits({"NDAR001_baseline", "NDAR001_2_year_follow_up"}) == Rows{0, 1});
  CHECK(visits({"011_S_0003_bl", "011_S_0005_bl", "011_S_0005_m06"}) == Rows{1, 2});
  CHECK(visits({"OAS30001_MR_d0129", "OAS30001_MR_d0757"}) == Rows{0, 1});
  CHECK(visits({"P01_ses1_T1w.nii.gz", "P01_ses2_T1w.nii.gz"}) == Rows{0, 1});
  CHECK(visits({"S02-T1", "S02-T2", "S03-T1"}) == Rows{0, 1});
  CHECK(visits({"P01V1", "P02V1", "P02V2"}) == Rows{1, 2});
  CHECK(visits({"P01pre", "P01post", "P02pre"}) == Rows{0, 1});
  CHECK(visits({"101a", "101b", "102a"}) == Rows{0, 1});
  CHECK(visits({"P01_20190304", "P01_20200506"}) == Rows{0, 1});
  CHECK_FALSE(visits({"P01A", "P02B", "P03C", "12T1", "13T2"}));
  CHECK_FALSE(visits({"S01_001", "S01_002", "S01_003", "S02_001"}));
  CHECK_FALSE(visits({"011_S_0003", "011_S_0005", "011_S_0007"}));
  CHECK_FALSE(visits({"101_1", "102_1", "103_1"}));
  CHECK_FALSE(visits({"sub-1_1", "sub-1_2", "7_ses-1", "7_ses-2", "0051456", ""}));
  CHECK_FALSE(visits({"control_1", "control_2", "control_3", "patient_1"}));
  CHECK_FALSE(visits({std::string(100000, '1') + "_1", std::string(100000, '1') + "_2"}));
}
