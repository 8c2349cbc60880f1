// One table as programs and people write it, read as the same numbers and ids.

#include <doctest/doctest.h>
#include <zlib.h>

#include <boost/locale/utf.hpp>
#include <functional>

#include "core/files.h"
#include "data/csv.h"
#include "helpers.h"
#include "text_search.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

const Names names = {"Thalamus", "Größe", "cortex"};
const Names ids = {"007", "sub-02", "Zoë", "x 4"};
const std::vector<std::vector<double>> numbers = {
    {1234.5, -0.25, 12}, {2345.25, 0, -3}, {987, 1e-5, 4}, {0.5, -1.75, 1000000}};
const double nothing = std::nan("");

/// How a table is written.
struct Dialect {
  char delimiter = ',';
  bool decimal_comma = false;
  std::string thousands;
  bool quotes = false;
  std::string line_end = "\n";
  std::string missing;  ///< written in place of row 2's second number
  std::string above;    ///< lines above the table
  std::string corner = "participant_id";
  std::string row_end;     ///< behind each row but the header
  std::string second_row;  ///< below the header
  bool bom = false;
};

std::string number_text(double value, const Dialect& dialect) {
  std::string text = dsne::data::number_text(value);
  if (text == "1e-05") text = "0.00001";
  if (text == "1e+06") text = "1000000";
  std::size_t whole = std::min(text.find('.'), text.size());
  const std::size_t begin = text.front() == '-' ? 1 : 0;
  if (!dialect.thousands.empty()) {
    for (std::size_t at = whole; at > begin + 3;) {
      at -= 3;
      text.insert(at, dialect.thousands);
      whole += dialect.thousands.size();
    }
  }
  if (dialect.decimal_comma && whole < text.size()) text[whole] = ',';
  return text;
}

std::string quoted(const std::string& text, const Dialect& dialect) {
  const bool must = text.find(dialect.delimiter) != std::string::npos;
  return dialect.quotes || must ? '"' + text + '"' : text;
}

std::string written(const Dialect& dialect) {
  std::string text =
      (dialect.bom ? "\xEF\xBB\xBF" : "") + dialect.above + quoted(dialect.corner, dialect);
  for (const std::string& name : names) text += dialect.delimiter + quoted(name, dialect);
  text += "\n" + dialect.second_row;
  for (std::size_t r = 0; r < ids.size(); ++r) {
    text += quoted(ids[r], dialect);
    for (std::size_t c = 0; c < names.size(); ++c) {
      const bool gap = r == 1 && c == 1 && !dialect.missing.empty();
      text += dialect.delimiter +
              quoted(gap ? dialect.missing : number_text(numbers[r][c], dialect), dialect);
    }
    text += dialect.row_end + "\n";
  }
  std::string ended;
  for (const char c : text) ended += c == '\n' ? dialect.line_end : std::string(1, c);
  return ended;
}

void check_read(const std::string& bytes, const Dialect& dialect) {
  CAPTURE(bytes);
  const Table table = read_text(bytes);
  CHECK(table.features == names);
  CHECK(table.ids == ids);
  REQUIRE(table.values.rows() == std::ssize(ids));
  for (std::size_t r = 0; r < ids.size(); ++r) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      const double read = table.values(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
      if (r == 1 && c == 1 && !dialect.missing.empty()) {
        CHECK(std::isnan(read));
      } else {
        CHECK(read == numbers[r][c]);
      }
    }
  }
}

std::string utf16(const std::string& text, bool big_endian, bool mark) {
  std::u16string units = mark ? u"\uFEFF" : u"";
  for (auto at = text.begin(); at != text.end();) {
    const auto point = boost::locale::utf::utf_traits<char>::decode(at, text.end());
    units += static_cast<char16_t>(point);
  }
  std::string bytes;
  for (const char16_t unit : units) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xFFU);
    bytes += big_endian ? std::string{high, low} : std::string{low, high};
  }
  return bytes;
}

std::string latin1(const std::string& text) {
  std::string bytes;
  for (auto at = text.begin(); at != text.end();) {
    bytes += static_cast<char>(boost::locale::utf::utf_traits<char>::decode(at, text.end()));
  }
  return bytes;
}

std::string packed(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.gz").string();
  const gzFile out = gzopen(file.c_str(), "wb");
  REQUIRE(gzwrite(out, text.data(), static_cast<unsigned>(text.size())) > 0);
  REQUIRE(gzclose(out) == Z_OK);
  return dsne::read_file(file, "the packed table");
}

}  // namespace

TEST_CASE("one table in hundreds of dialects gives the same numbers and ids") {
  int dialects = 0;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    for (const bool comma : {false, true}) {
      for (const char* thousands : {"", " ", "\xC2\xA0", "\xE2\x80\xAF", "'", "mark"}) {
        for (const bool quotes : {false, true}) {
          for (const char* end : {"\n", "\r\n", "\r"}) {
            Dialect dialect;
            dialect.delimiter = delimiter;
            dialect.decimal_comma = comma;
            dialect.thousands = std::string(thousands) == "mark" ? (comma ? "." : ",") : thousands;
            dialect.quotes = quotes;
            dialect.line_end = end;
            if (dialects % 3 == 0) dialect.missing = dialects % 2 == 0 ? "n/a" : "#DIV/0!";
            check_read(written(dialect), dialect);
            ++dialects;
          }
        }
      }
    }
  }
  CHECK(dialects >= 200);
}

TEST_CASE("a table in any encoding, compressed or not") {
  const Dialect plain;
  const std::string text = written(plain);
  for (const bool big_endian : {false, true}) {
    for (const bool mark : {false, true}) check_read(utf16(text, big_endian, mark), plain);
  }
  check_read(latin1(text), plain);
  check_read(packed(text), plain);
  check_read(packed(utf16(text, false, true)), plain);
  Dialect marked;
  marked.bom = true;
  check_read(written(marked), marked);
}

TEST_CASE("text that programs add around a table is not part of it") {
  const std::vector<std::function<void(Dialect&)>> changes = {
      [](Dialect& d) { d.above = "sep=,\n"; },
      [](Dialect& d) { d.above = "Volumes of 2024\n"; },
      [](Dialect& d) { d.above = "# made by a program\n# version 3\n"; },
      [](Dialect& d) { d.above = "Volumes,,,\n,,,\n"; },
      [](Dialect& d) { d.row_end = ","; },
      [](Dialect& d) { d.row_end = ",,"; },
      [](Dialect& d) { d.second_row = "The subject,mm3,description of it,mm\n"; },
      [](Dialect& d) { d.second_row = ",,,\n"; },
      [](Dialect& d) { d.corner = ""; },
      [](Dialect& d) { d.corner = "Measure:volume"; },
      [](Dialect& d) { d.corner = "Unnamed: 0"; },
      [](Dialect& d) { d.corner = "anything"; }};
  for (const auto& change : changes) {
    Dialect dialect;
    change(dialect);
    check_read(written(dialect), dialect);
  }
  const Dialect plain;
  check_read(written(plain) + ",,,\n\n,,,\n", plain);
}

TEST_CASE("every word for a missing value is one") {
  for (const char* word : {"NA", "n/a", "N/A", "NaN", "nan", "NULL", "null", "None", ".", "-", "--",
                           "#N/A", "#DIV/0!", "#VALUE!", "#REF!", "<NA>", "missing", "\\N"}) {
    Dialect dialect;
    dialect.missing = word;
    check_read(written(dialect), dialect);
  }
}

TEST_CASE("R's and pandas' tables") {
  const Table quoted = read_text("\"id\" \"a\" \"b\"\n\"s1\" 1 2.5\n\"s2\" NA 3\n");
  CHECK(quoted.ids == Names{"s1", "s2"});
  CHECK(quoted.features == Names{"a", "b"});
  CHECK(std::isnan(quoted.values(1, 0)));
  const Table row_names = read_text("\"a\" \"b\"\n\"s1\" 1 2.5\n\"s2\" 2 3\n");
  CHECK(row_names.ids == Names{"s1", "s2"});
  CHECK(row_names.features == Names{"a", "b"});
  const Table numbered = read_text("subject,0,1,2\ns1,0.5,1.5,2\ns2,1,2,3\n");
  CHECK(numbered.ids == Names{"s1", "s2"});
  CHECK(numbered.features == Names{"0", "1", "2"});
  const Table indexed = read_text("Unnamed: 0,a\n0,5.5\n1,6.5\n2,7\n");
  CHECK(indexed.features == Names{"a"});
  REQUIRE(indexed.reading.left_out.size() == 1);
  CHECK(indexed.reading.left_out[0].name == "Unnamed: 0");
  const Table levels = read_text(",volume,volume\n,left,right\nsubject,,\ns1,1,2\ns2,3,4\n");
  CHECK(levels.features == Names{"volume_left", "volume_right"});
  CHECK(levels.ids == Names{"s1", "s2"});
}

TEST_CASE("ids and columns that distinguish scans, with leading zeros, without blank parts") {
  const Table table = read_text(
      "subject_id\tsession_id\ttask_id\trun_id\tdvars_nstd\n"
      "0051\t1\trest\tn/a\t1.5\n0051\t1\tnback\t2\t2.5\n");
  CHECK(table.ids == Names{"0051_1_rest", "0051_1_nback_2"});
  CHECK(table.features == Names{"dvars_nstd"});
  const Table numeric = read_text("Measure:volume\tthalamus\n51234\t7\n51236\t8\n");
  CHECK(numeric.ids == Names{"51234", "51236"});
  const Table by_nature = read_text("nummer,thalamus\n51236,7\n51234,8\n");
  CHECK(by_nature.ids == Names{"51236", "51234"});
  CHECK(by_nature.features == Names{"thalamus"});
}

TEST_CASE("background is not a measure unless named, and is reported") {
  const std::string text =
      "eid,Site,age,sex,scanner_id,DX_GROUP,qc_rating,volume\n"
      "1000001,3,20,1,2,1,4,5.5\n1000002,3,30,2,2,2,4,6.5\n";
  const Table table = read_text(text);
  CHECK(table.features == Names{"volume"});
  CHECK(table.ids == Names{"1000001", "1000002"});
  CHECK(table.reading.left_out.size() == 6);
  dsne::data::TableFormat format;
  format.feature_columns = {"age", "volume"};
  CHECK(read_text(text, format).features == Names{"age", "volume"});
}

TEST_CASE("rows without a measure are not subjects, and a list means its mean; both are reported") {
  const Table table =
      read_text("participant_id,site,a,b\ns1,X,1,2\ns2,X,,n/a\ns3,X,\"[1, 3]\",4\n");
  CHECK(table.ids == Names{"s1", "s3"});
  CHECK(table.rows == std::vector<std::size_t>{2, 4});
  CHECK(table.values(1, 0) == 2);
  REQUIRE(table.reading.notes.size() == 2);
  CHECK(contains(table.reading.notes[0], "1 row holds no measure"));
  CHECK(contains(table.reading.notes[1], "mean: a."));
}

TEST_CASE("ambiguous text, or another kind of file, is refused with what to do") {
  CHECK(contains(table_error("id;a\ns1;1,234\ns2;5,678\n"), "row 2, column 2: a comma that could"));
  CHECK(
      contains(table_error("id;a;b\ns1;0,53;1.5\ns2;5,6;2\n"), "row 2, column 2: a decimal comma"));
  CHECK(contains(table_error("region,sub-01,sub-02,sub-03,sub-04\na,1,2,3,4\nb,2,3,4,5\n"),
                 "a column for each subject: transpose"));
  CHECK(contains(table_error("bids_name,a\nsub-1_T1w,1\nsub-1_T2w,2\n"), "several kinds of scans"));
  CHECK(contains(table_error("participant_id,a\ns1,1\ns1,2\n"), "bring one row for each scan"));
  CHECK(
      contains(table_error("PK\x03\x04zzzz"), "an Excel workbook (.xlsx): unpack it, or save the"));
  CHECK(contains(table_error("{\"cjv\": 1}"), "is JSON"));
  CHECK(contains(table_error("[{\"cjv\": 1}]"), "is JSON"));
  CHECK(contains(table_error("id,a,b\ns1,1,2\ns2,x,3\ns3,4,5\n"), "row 3, column 2: not a number"));
}
