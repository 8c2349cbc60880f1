#include "data/table.h"

#include <doctest/doctest.h>

#include <cmath>

#include "data/csv.h"
#include "helpers.h"

using dsne::Matrix;
using dsne::data::Header;
using dsne::data::Table;
using dsne::data::TableFormat;
using Names = std::vector<std::string>;
using Numbers = std::vector<std::size_t>;

TEST_CASE("a table with header, id and label columns") {
  const Table table = read_text(
      "subject,thickness,group,site,volume\n"
      "s1,30,3.0,A,1.5\n"
      "s2,41, control ,B,-2e1\n",
      with_columns("subject", "group"));
  CHECK(table.values == Matrix{{30, 1.5}, {41, -20}});
  CHECK(table.features == Names{"thickness", "volume"});
  CHECK(table.ids == Names{"s1", "s2"});
  CHECK(table.labels == Names{"3", "control"});
  CHECK(table.rows == Numbers{2, 3});
  CHECK(table.columns == Numbers{2, 5});
}

TEST_CASE("without id and label columns ids are row numbers and there are no labels") {
  const Table table = read_text("a,b\n1,2\n3,4\n");
  CHECK(table.ids == Names{"1", "2"});
  CHECK(table.labels.empty());
}

TEST_CASE("delimiters and line ends are detected") {
  const Matrix expected = Matrix{{1, 2}, {3, 4}};
  const char* const saved_by_numpy =
      "1.000000000000000000e+00 2.000000000000000000e+00\n"
      "3.000000000000000000e+00 4.000000000000000000e+00\n";
  const std::string with_mark = "\xEF\xBB\xBF" + std::string("1,2\n3,4\n");
  for (const char* text :
       {"1,2\n3,4\n", "1;2\n3;4\n", "1\t2\n3\t4\n", "1 2\n3 4\n", "  1   2  \n\t3\t 4\n",
        "1,2\r\n3,4\r\n", "1 2\r\n3 4\r\n", "1,2\n3,4", "1,2\n3,4\n\n\n", "1,2\n3,4\r\n  \r\n",
        with_mark.c_str(), "1 , 2\n 3 , 4\n", "1 \t2\n3\t 4\n", "\"1\",\"2\"\n\"3\",4\n",
        "\"1\" \"2\"\n\"3\" 4\n", saved_by_numpy}) {
    CAPTURE(text);
    const Table table = read_text(text);
    CHECK(table.values == expected);
    CHECK(table.features.empty());
    CHECK(table.rows == Numbers{1, 2});
  }
}

TEST_CASE("a semicolon wins over the commas in its cells") {
  const Table table = read_text("a;group\n1;x, y\n2;z\n", with_columns("", "group"));
  CHECK(table.labels == Names{"x, y", "z"});
}

TEST_CASE("quoted cells may hold delimiters, line ends and quotes") {
  const Table table = read_text(
      "\"the, id\",\"label\",\"a \"\"b\"\"\"\r\n"
      "\" s,1 \",\"two\r\nlines\",\"1\"\r\n"
      "5\" disk, \"\" ,2\r\n",
      with_columns("the, id", "label"));
  CHECK(table.features == Names{"a \"b\""});
  CHECK(table.ids == Names{" s,1 ", "5\" disk"});
  CHECK(table.labels == Names{"two\r\nlines", ""});
  CHECK(table.rows == Numbers{2, 3});
}

TEST_CASE("a header is detected") {
  SUBCASE("no number in the first row") { CHECK(read_text("a,b\n1,2\n").rows == Numbers{2}); }
  SUBCASE("numbers in the first row, text above a number") {
    const Table table = read_text("2019,2020,mean\n1,2,3\n");
    CHECK(table.features == Names{"2019", "2020", "mean"});
  }
  SUBCASE("text in both rows") {
    const Table table = read_text("s1,1\ns2,2\n");
    CHECK(table.features.empty());
    CHECK(table.values.rows() == 2);
  }
  SUBCASE("only numbers") { CHECK(read_text("1,2\n3,4\n").values.rows() == 2); }
  SUBCASE("missing values are not a header") {
    const Table table = read_text("nan nan\n1 2\n");
    CHECK(table.features.empty());
    CHECK(table.values.rows() == 2);
  }
  SUBCASE("one row of numbers") { CHECK(read_text("1,2\n").values.rows() == 1); }
}

TEST_CASE("a header can be named") {
  const Table present = read_text("1,2\n3,4\n", with_header(Header::present));
  CHECK(present.features == Names{"1", "2"});
  CHECK(present.values.rows() == 1);
  const Table absent = read_text("s1,1\ns2,2\n", with_header(Header::absent));
  CHECK(absent.values.rows() == 2);
}

TEST_CASE("missing values are NaN, and the first value makes a column a feature") {
  const Table table = read_text(
      "a,b,text,empty,label\n"
      ",1,NA,,NA\n"
      "n/a,NaN,x,,\n"
      "2,null,3,,c\n",
      with_columns("", "label"));
  CHECK(table.features == Names{"a", "b"});
  CHECK(table.columns == Numbers{1, 2});
  CHECK(std::isnan(table.values(0, 0)));
  CHECK(table.values(0, 1) == 1);
  CHECK(std::isnan(table.values(1, 0)));
  CHECK(std::isnan(table.values(1, 1)));
  CHECK(table.values(2, 0) == 2);
  CHECK(std::isnan(table.values(2, 1)));
  CHECK(table.labels == Names{"", "", "c"});
}

TEST_CASE("feature columns keep the order in which they are named") {
  const Table table = read_text("a,b,c\n1,2,3\n4,5,6\n", with_columns("", "", {"c", "a"}));
  CHECK(table.features == Names{"c", "a"});
  CHECK(table.columns == Numbers{3, 1});
  CHECK(table.values == Matrix{{3, 1}, {6, 4}});
}

TEST_CASE("columns without header are named by number") {
  const Table table = read_text("7 1 2 0.0\n8 3 4 1.0\n", with_columns("1", "4"));
  CHECK(table.ids == Names{"7", "8"});
  CHECK(table.labels == Names{"0", "1"});
  CHECK(table.values == Matrix{{1, 2}, {3, 4}});
}

TEST_CASE("id and label columns may be missing if the format allows it") {
  TableFormat format = with_columns("id", "label");
  format.may_lack_columns = true;
  const Table lacking = read_text("a,b\n1,2\n3,4\n", format);
  CHECK(lacking.values == Matrix{{1, 2}, {3, 4}});
  CHECK(lacking.ids == Names{"1", "2"});
  CHECK(lacking.labels.empty());
  const Table there = read_text("id,a,label\ns1,1,x\n", format);
  CHECK(there.ids == Names{"s1"});
  CHECK(there.labels == Names{"x"});
  format.feature_columns = {"c"};
  CHECK(table_error("a,b\n1,2\n", format) ==
        "site_data has no column with the name given in feature_columns");
}

TEST_CASE("a blank line in a table of one column is a missing value") {
  const Table table = read_text("a\n1\n\n2\n\n");
  CHECK(table.rows == Numbers{2, 3, 4});
  CHECK(std::isnan(table.values(1, 0)));
}

TEST_CASE("names of columns that are not used may repeat or be missing") {
  const Table table = read_text("note,a,note,\nx,1,y,z\n");
  CHECK(table.features == Names{"a"});
}

TEST_CASE("a file of many blocks is read correctly") {
  constexpr int rows = 5000;
  constexpr int columns = 20;
  std::string text = "id";
  for (int c = 0; c < columns; ++c) text += ",f" + std::to_string(c);
  text += '\n';
  for (int r = 0; r < rows; ++r) {
    text += "\"subject " + std::to_string(r) + "\"";
    for (int c = 0; c < columns; ++c) text += ',' + dsne::data::number_text(r + (c + 1) / 32.0);
    text += "\r\n";
  }
  const Table table = read_text(text, with_columns("id"));
  REQUIRE(table.values.rows() == rows);
  REQUIRE(table.values.cols() == columns);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) REQUIRE(table.values(r, c) == r + (c + 1) / 32.0);
  }
  CHECK(table.ids.front() == "subject 0");
  CHECK(table.ids.back() == "subject 4999");
  CHECK(table.rows.back() == rows + 1);
}

TEST_CASE("missing features are named by position, measures also by name") {
  dsne::data::Table table;
  table.features = {"secret_a", "cjv"};
  table.values = dsne::Matrix::Ones(1, 2);
  table.columns = {1, 2};
  const auto lacking = [&table](const std::vector<std::string>& features) {
    return error_of(
        [&] { dsne::data::with_features(table, features, "site_data", "the reference"); });
  };
  CHECK(lacking({"cjv", "secret_b"}) ==
        "site_data has no column for the measure in column 2 of the reference");
  CHECK(lacking({"cjv", "snr_gm"}) == "site_data has no column snr_gm, which the reference has");
  CHECK(lacking({"cnr", "secret_b", "cjv", "efc"}) ==
        "site_data has no column for 3 measures, in columns 1 (cnr), 2, 4 (efc) of the reference");
  CHECK(lacking({"a", "b", "c", "d", "efc", "snr_<secret>", "fber"}) ==
        "site_data has no column for 7 measures, in columns 1, 2, 3, 4, 5 (efc) and 2 more of the "
        "reference");
  CHECK(lacking({"snr_<secret>"}) ==
        "site_data has no column for the measure in column 1 of the reference");
}
