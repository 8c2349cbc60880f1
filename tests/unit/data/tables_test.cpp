// Each folder of tests/data/tables holds a table as people have it, with what its owner expects in
// expected.json. A folder may hold the same table in several spellings: each file whose name begins
// with table or list is read alone, the others are subjects' files that a list names. Without any
// of these, each file is a subject's, in a list of its own.
//   about                    a sentence
//   settings                 how the site's settings say that it is read; data_format among them,
//   and
//                            at_once if measures are not chosen later
//   refused                  words of the error; nothing else is expected then
//   error                    the whole error, for all files or by their names; "" where there is
//   none ids, persons, labels, measures, rows, columns, text_rows
//                            all of them, in their order; persons may be their number
//   values                   by rows, null for a missing one
//   modality                 the kind of scans
//   header                   false: the first row is no header
//   left_out                 by column, words of the reason
//   left_out_columns, subjects   their numbers
//   notes                    words of sentences that tell how it was read
//   asks                     the column that may say whose each row is; "" if ids alone are in
//   doubt;
//                            without it nothing is asked

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <set>

#include "core/json.h"
#include "data/formats/data_format.h"
#include "helpers.h"
#include "text_search.h"

namespace fs = boost::filesystem;
using dsne::Json;
using dsne::data::DataFormat;
using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

dsne::data::TableFormat format_of(const Json& settings) {
  dsne::data::TableFormat format;
  format.features_later = !settings.value("at_once", false);
  const std::string header = settings.value("header", "");
  if (header == "present") format.header = dsne::data::Header::present;
  if (header == "absent") format.header = dsne::data::Header::absent;
  format.id_column = settings.value("id_column", "");
  format.label_column = settings.value("label_column", "");
  format.person_column = settings.value("person_column", "");
  format.each_row_is_a_person = settings.value("each_row_is_a_person", false);
  format.feature_columns = settings.value("feature_columns", Names());
  return format;
}

std::vector<fs::path> files_in(const fs::path& folder, bool tables) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_table = name.starts_with("table") || name.starts_with("list");
    if (is_table == tables && name != "expected.json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

Table read(const fs::path& file, const Json& settings) {
  const auto form = dsne::data::data_format_named(settings.value("data_format", "auto"));
  REQUIRE(form);
  return dsne::data::read_data(file, "site_data", *form, format_of(settings));
}

/// Reads a list of this file alone.
Table read_one(const fs::path& file, const Json& settings) {
  const InputFolder folder;
  fs::copy_file(file, folder.path() / file.filename());
  return read(folder.write("list.csv", file.filename().string() + "\n"), settings);
}

/// Whether values are as expected; those of time series, which are computed, nearly.
bool are_as_expected(const dsne::Matrix& values, const Json& expected, double tolerance) {
  if (values.rows() != std::ssize(expected)) return false;
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    const Json& row = expected[static_cast<std::size_t>(i)];
    if (values.cols() != std::ssize(row)) return false;
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      const Json& value = row[static_cast<std::size_t>(j)];
      const double found = values(i, j);
      if (value.is_null() != std::isnan(found)) return false;
      if (!value.is_null() && std::abs(found - value.get<double>()) > tolerance) return false;
    }
  }
  return true;
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

void check_read(const Table& table, const Json& expected, bool computed) {
  const auto expect = [&](const std::string& what, const Json& found) {
    CAPTURE(what);
    if (expected.contains(what)) CHECK(found == expected[what]);
  };
  expect("ids", table.ids);
  expect("labels", table.labels);
  expect("measures", table.features);
  expect("rows", table.rows);
  expect("columns", table.columns);
  expect("text_rows", table.text_rows);
  if (expected.contains("values")) {
    CAPTURE(table.values);
    CHECK(are_as_expected(table.values, expected["values"], computed ? 1e-12 : 0));
  }
  const std::set<std::string> persons(table.persons.begin(), table.persons.end());
  const bool by_number = expected.contains("persons") && expected["persons"].is_number();
  expect("persons", by_number ? Json(persons.size()) : Json(table.persons));
  expect("modality", table.reading.modality);
  expect("header", table.reading.has_header);
  expect("subjects", table.values.rows());
  check_left_out(table, expected.value("left_out", Json::object()));
  expect("left_out_columns", table.reading.left_out.size());
  expect("all_notes", table.reading.notes);
  for (const Json& words : expected.value("notes", Json::array())) {
    CAPTURE(words);
    CHECK(std::ranges::any_of(table.reading.notes,
                              [&](const auto& note) { return contains(note, words); }));
  }
  const auto& doubt = table.reading.person_doubt;
  CHECK(doubt.has_value() == expected.contains("asks"));
  if (doubt) expect("asks", doubt->column);
}

void check_file(const fs::path& file, bool in_a_list, const Json& expected) {
  const std::string name = file.filename().string();
  CAPTURE(name);
  const Json settings = expected.value("settings", Json::object());
  Table table;
  const std::string error =
      error_of([&] { table = in_a_list ? read_one(file, settings) : read(file, settings); });
  if (expected.contains("refused")) {
    CHECK(contains(error, expected["refused"].get<std::string>()));
  } else if (expected.contains("error")) {
    const Json& whole = expected["error"];
    CHECK(error == (whole.is_object() ? whole.at(name) : whole).get<std::string>());
  } else {
    CHECK(error == "");
    const bool computed = settings.value("data_format", "") == "time_series";
    if (error.empty()) check_read(table, expected, computed);
  }
}

}  // namespace

TEST_CASE("people's tables are read as their owners expect, or refused with what to do") {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(test_data("tables"))) {
    folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  REQUIRE(folders.size() > 10);
  for (const fs::path& folder : folders) {
    CAPTURE(folder.filename().string());
    const Json expected = Json::parse(dsne::read_file(folder / "expected.json", "expected.json"));
    CAPTURE(expected.value("about", ""));
    const auto tables = files_in(folder, true);
    const auto subjects = files_in(folder, false);
    REQUIRE(tables.size() + subjects.size() > 0);
    for (const fs::path& table : tables) check_file(table, false, expected);
    if (!tables.empty()) continue;
    for (const fs::path& subject : subjects) check_file(subject, true, expected);
  }
}
