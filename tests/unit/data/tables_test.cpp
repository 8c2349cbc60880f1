// Each folder of tests/data/tables holds a table as people have it, with what its owner expects in
// expected.json:
//   about                    a sentence
//   settings                 how the site's settings say that it is read
//   refused                  words of the error; nothing else is expected then
//   ids, persons, measures   all of them, in their order; persons may be their number
//   values                   by rows, null for a missing one
//   modality                 the kind of scans
//   header                   false: the first row is no header
//   left_out                 by column, words of the reason
//   notes                    words of sentences that tell how it was read
//   asks                     the column that may say whose each row is; "" if ids alone are in
//   doubt;
//                            without it nothing is asked

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <set>

#include "core/json.h"
#include "site_table.h"

namespace fs = boost::filesystem;
using dsne::Json;
using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

dsne::data::TableFormat format_of(const Json& settings) {
  dsne::data::TableFormat format;
  format.features_later = true;
  format.id_column = settings.value("id_column", "");
  format.person_column = settings.value("person_column", "");
  format.each_row_is_a_person = settings.value("each_row_is_a_person", false);
  format.feature_columns = settings.value("feature_columns", Names());
  return format;
}

fs::path table_in(const fs::path& folder) {
  for (const char* name : {"list.csv", "table.csv", "table.tsv", "table.txt", "table.json"}) {
    if (fs::exists(folder / name)) return folder / name;
  }
  FAIL("no table in " << folder.string());
  return {};
}

Json values_of(const Table& table) {
  Json rows = Json::array();
  for (const auto& row : table.values.rowwise()) {
    Json cells = Json::array();
    for (const double value : row) cells.push_back(std::isnan(value) ? Json() : Json(value));
    rows.push_back(std::move(cells));
  }
  return rows;
}

void check_left_out(const Table& table, const Json& expected) {
  for (const auto& [column, reason] : expected.items()) {
    const std::string& name = column;
    CAPTURE(name);
    const auto found = std::ranges::find(table.reading.left_out, name, &dsne::data::LeftOut::name);
    REQUIRE(found != table.reading.left_out.end());
    CHECK(contains(found->reason, reason.get<std::string>()));
  }
}

void check_read(const Table& table, const Json& expected) {
  const auto expect = [&](const char* what, const Json& found) {
    CAPTURE(what);
    if (expected.contains(what)) CHECK(found == expected[what]);
  };
  expect("ids", table.ids);
  expect("measures", table.features);
  expect("values", values_of(table));
  const std::set<std::string> persons(table.persons.begin(), table.persons.end());
  const bool by_number = expected.contains("persons") && expected["persons"].is_number();
  expect("persons", by_number ? Json(persons.size()) : Json(table.persons));
  expect("modality", table.reading.modality);
  expect("header", table.reading.has_header);
  check_left_out(table, expected.value("left_out", Json::object()));
  for (const Json& words : expected.value("notes", Json::array())) {
    CAPTURE(words);
    CHECK(is_told(table, words));
  }
  const auto& doubt = table.reading.person_doubt;
  CHECK(doubt.has_value() == expected.contains("asks"));
  if (doubt) expect("asks", doubt->column);
}

}  // namespace

TEST_CASE("people's tables are read as their owners expect, or refused with what to do") {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(fs::path(DSNE_TEST_DATA) / "tables")) {
    folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  REQUIRE(folders.size() > 10);
  for (const fs::path& folder : folders) {
    CAPTURE(folder.filename().string());
    const Json expected = Json::parse(dsne::read_file(folder / "expected.json", "expected.json"));
    CAPTURE(expected.value("about", ""));
    const auto format = format_of(expected.value("settings", Json::object()));
    Table table;
    const std::string error = error_of([&] {
      table = dsne::data::read_data(table_in(folder), "site_data",
                                    dsne::data::DataFormat::automatic, format);
    });
    if (expected.contains("refused")) {
      CHECK(contains(error, expected["refused"].get<std::string>()));
    } else {
      CHECK(error == "");
      if (error.empty()) check_read(table, expected);
    }
  }
}
