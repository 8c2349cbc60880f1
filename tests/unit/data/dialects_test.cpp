// One table as programs and people write it, read as the same numbers and ids.

#include <doctest/doctest.h>

#include <boost/locale/utf.hpp>
#include <functional>

#include "data/csv.h"
#include "helpers.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

const Names names = {"Thalamus", "Größe", "cortex"};
const Names ids = {"007", "sub-02", "Zoë", "x 4"};
const std::vector<std::vector<double>> numbers = {
    {1234.5, -0.25, 12}, {2345.25, 0, -3}, {987, 1e-5, 4}, {0.5, -1.75, 1000000}};

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

std::string latin1(const std::string& text) {
  std::string bytes;
  for (auto at = text.begin(); at != text.end();) {
    bytes += static_cast<char>(boost::locale::utf::utf_traits<char>::decode(at, text.end()));
  }
  return bytes;
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
  check_read(gzipped(text), plain);
  check_read(gzipped(utf16(text, false, true)), plain);
  Dialect marked;
  marked.bom = true;
  check_read(written(marked), marked);
}

TEST_CASE("text that programs add around a table is not part of it") {
  const std::vector<std::function<void(Dialect&)>> changes = {
      [](Dialect& d) { d.above = "sep=,\n"; },
      [](Dialect& d) { d.above = "\"sep=,\"\n"; },
      [](Dialect& d) { d.above = ",,,\n"; },
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
