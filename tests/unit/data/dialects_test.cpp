// One table as programs and people write it, read as the same numbers and ids.

#include "data/csv.h"
#include "helpers.h"

namespace {

using Names = std::vector<std::string>;

const Names ids = {"007", "sub-02", "Zoë", "x 4"};
const dsne::Matrix numbers{{1234.5, -0.25}, {2345.25, 0}, {987, 1e-5}, {0.5, 1000000}};

/// How a table is written.
struct Dialect {
  char delimiter = ',';
  bool decimal_comma = false;
  std::string thousands;
  bool quotes = false;
  std::string line_end;
  std::string missing;  ///< written in place of row 2's second number, if it is a text
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

std::string written(const Dialect& dialect) {
  const auto cell = [&](const std::string& text) {
    const bool must = text.find(dialect.delimiter) != std::string::npos;
    return dialect.quotes || must ? '"' + text + '"' : text;
  };
  std::string table = cell("id") + dialect.delimiter + cell("Thalamus") + dialect.delimiter +
                      cell("Größe") + dialect.line_end;
  for (std::size_t r = 0; r < ids.size(); ++r) {
    table += cell(ids[r]);
    for (const Eigen::Index c : {0, 1}) {
      const bool is_missing = r == 1 && c == 1 && !dialect.missing.empty();
      const double number = numbers(static_cast<Eigen::Index>(r), c);
      table +=
          dialect.delimiter + cell(is_missing ? dialect.missing : number_text(number, dialect));
    }
    table += dialect.line_end;
  }
  return table;
}

void check_read(const Dialect& dialect) {
  const std::string text = written(dialect);
  CAPTURE(text);
  const dsne::data::Table table = read_text(text);
  CHECK(table.features == Names{"Thalamus", "Größe"});
  CHECK(table.ids == ids);
  REQUIRE(table.values.rows() == 4);
  dsne::Matrix expected = numbers;
  if (!dialect.missing.empty()) {
    CHECK(std::isnan(table.values(1, 1)));
    expected(1, 1) = 0;
  }
  CHECK(table.values.array().isNaN().select(0, table.values) == expected);
}

}  // namespace

TEST_CASE("one table in hundreds of dialects gives the same numbers and ids") {
  int dialects = 0;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    for (const bool comma : {false, true}) {
      const char* const mark = comma ? "." : ",";
      for (const char* thousands : {"", " ", "\xC2\xA0", "\xE2\x80\xAF", "'", mark}) {
        for (const bool quotes : {false, true}) {
          for (const char* end : {"\n", "\r\n", "\r"}) {
            const bool has_missing = dialects % 3 == 0;
            const char* const missing = dialects % 2 == 0 ? "n/a" : "#DIV/0!";
            check_read({delimiter, comma, thousands, quotes, end, has_missing ? missing : ""});
            ++dialects;
          }
        }
      }
    }
  }
  CHECK(dialects >= 200);
}
