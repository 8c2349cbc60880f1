#include <doctest/doctest.h>

#include "helpers.h"

using dsne::data::Header;
using dsne::data::TableFormat;

// Every message is compared whole, which also shows that it holds no value, name or path.

namespace {

using namespace std::string_literals;

TableFormat with_id(const std::string& column) { return with_columns(column); }

TableFormat with_label(const std::string& column) { return with_columns("", column); }

TableFormat with_features(const std::vector<std::string>& columns) {
  return with_columns("", "", columns);
}

}  // namespace

TEST_CASE("a missing file") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { dsne::data::read_table(folder.path() / "secret.csv", "site_data", {}); }) ==
        "site_data: the file is missing");
  CHECK(error_of([&] {
          dsne::data::read_table(folder.path() / "secret" / "x.csv", "site_data", {});
        }) == "site_data: the file is missing");
}

TEST_CASE("a folder instead of a file") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { dsne::data::read_table(folder.path(), "site_data", {}); }) ==
        "site_data is not a file");
}

TEST_CASE("a file without data") {
  CHECK(table_error("") == "site_data is empty");
  CHECK(table_error("\xEF\xBB\xBF") == "site_data is empty");
  CHECK(table_error("\n \r\n\n") == "site_data is empty");
  CHECK(table_error("a,b\n") == "site_data has no row below its header");
  CHECK(table_error("a,b\n\n\n") == "site_data has no row below its header");
  CHECK(table_error("1,2\n", with_header(Header::present)) ==
        "site_data has no row below its header");
}

TEST_CASE("a binary file") {
  CHECK(table_error("\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s) ==
        "site_data is a picture (PNG): bring the image itself (.nii.gz)");
  CHECK(table_error("a,b\n1,2\n3,\0\n"s) ==
        "site_data is not a text table (row 3 holds a NUL byte)");
  CHECK(table_error("\xFF\xFE"
                    "a\0,\0b\0\n\0"s) == "site_data has no row below its header");
}

TEST_CASE("a ragged table") {
  CHECK(table_error("a,b\n1,2\n3\n") == "site_data row 3 has 1 instead of 2 columns");
  CHECK(table_error("a,b\n1,2,3\n4,5\n") == "site_data row 2 has 3 instead of 2 columns");
  CHECK(table_error("1 2 3\n4 5\n") == "site_data row 2 has 2 instead of 3 columns");
}

TEST_CASE("a cell that is not a number") {
  CHECK(table_error("a,b\n1,2\n3,secret\n") == "site_data row 3, column 2: not a number");
  CHECK(table_error("a,b\n1,2\n3,4 5\n") == "site_data row 3, column 2: not a number");
  CHECK(table_error("a,b\nsecret,2\n", with_features({"a", "b"})) ==
        "site_data row 2, column 1: not a number");
  CHECK(
      table_error("a,b\nsecret,x\n") ==
      "site_data has no column of numbers: it holds ids or background alone, so bring the table of "
      "measures");
}

TEST_CASE("a value whose square could overflow") {
  CHECK(table_error("a,b\n1,2\n3,2e100\n") == "site_data row 3, column 2: too large");
  CHECK(table_error("a,b\n1,2\n3,1e100\n").empty());
}

TEST_CASE("an infinity") {
  CHECK(table_error("a,b\n1,2\n3,inf\n") == "site_data row 3, column 2: an infinity");
  CHECK(table_error("a,b\n1,-Infinity\n") == "site_data row 2, column 2: an infinity");
  CHECK(table_error("1 2\n1e999 4\n") == "site_data row 2, column 1: an infinity");
}

TEST_CASE("quotes that do not fit") {
  CHECK(table_error("a,b\n1,2\n\"3,4\n5,6\n") ==
        "site_data row 3, column 1: a quote is not closed");
  CHECK(table_error("a,b\n1,\"2\"secret\n") ==
        "site_data row 2, column 2: text behind a closing quote");
  CHECK(table_error("1 2\n\"3\"4 5\n") == "site_data row 2, column 1: text behind a closing quote");
}

TEST_CASE("columns that do not exist") {
  const std::string text = "a,b\n1,2\n";
  CHECK(table_error(text, with_id("secret")) ==
        "site_data has no column with the name given in id_column");
  CHECK(table_error(text, with_label("secret")) ==
        "site_data has no column with the name given in label_column");
  CHECK(table_error(text, with_features({"a", "secret"})) ==
        "site_data has no column with the name given in feature_columns");
  CHECK(table_error(text, with_id("1")) ==
        "site_data has no column with the name given in id_column");
  for (const auto* number : {"0", "3", "-1", "1x", "99999999999999999999", "secret"}) {
    CHECK(table_error("1,2\n3,4\n", with_id(number)) ==
          "site_data has no column with the name given in id_column");
  }
}

TEST_CASE("columns that exist twice") {
  CHECK(table_error("a,b,a\n1,2,3\n") ==
        "site_data columns 1 and 3 are of one measure, and hold other values in rows 2: remove or "
        "rename one, or put the tables together by their ids");
  CHECK(table_error("a,b,a\n1,2,x\n", with_id("a")) ==
        "site_data has more than one column with the name given in id_column");
  const std::string twice =
      "site_data: id_column, label_column and feature_columns name a column twice";
  CHECK(table_error("a,b\n1,2\n", with_features({"a", "a"})) == twice);
  CHECK(table_error("a,b\n1,2\n", with_columns("a", "a", {})) == twice);
  CHECK(table_error("a,b\n1,2\n", with_columns("", "a", {"a", "b"})) == twice);
  CHECK(table_error("a,b\n1,2\n", with_columns("a", "", {"a", "b"})) == twice);
}

TEST_CASE("a feature without a name") {
  CHECK(table_error("a,,b\n0,1,2\n1,2,3\n") == "site_data column 2 has no name in the header");
}

TEST_CASE("ids that are missing or the same") {
  CHECK(table_error("id,a\ns1,1\nsecret,2\ns2,3\nsecret,4\n", with_id("id")) ==
        "site_data rows 3 and 5 have the same id: bring one row for each scan, or name what tells "
        "them apart (id_column)");
  CHECK(table_error("id,a\ns1,1\n,2\n", with_id("id")) ==
        "site_data row 3, column 1: the id is missing");
}

TEST_CASE("every error is one line without anything of the file in it") {
  for (const auto* text :
       {"secret,b\n1,secret\n2,3\n4\n", "secret,secret\n1,2\n", "b,secret\n1,2\n3,secret\n",
        "secret\n", "b\n\"secret", "b\n\"1\"secret"}) {
    const std::string error = table_error(text);
    CAPTURE(error);
    CHECK_FALSE(error.empty());
    CHECK(error.find("secret") == std::string::npos);
    CHECK(error.find('/') == std::string::npos);
    CHECK(error.find('\n') == std::string::npos);
  }
}
