#include "data/cell.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using dsne::data::CellKind;
using dsne::data::label_text;
using dsne::data::read_cell;

TEST_CASE("a cell is a number in every usual notation") {
  const auto number = [](const char* text) {
    const auto cell = read_cell(text);
    REQUIRE(cell.kind == CellKind::number);
    return cell.number;
  };
  CHECK(number("12") == 12);
  CHECK(number("-0.5") == -0.5);
  CHECK(number("+0.5") == 0.5);
  CHECK(number(".5") == 0.5);
  CHECK(number("5.") == 5);
  CHECK(number("1E-3") == 1e-3);
  CHECK(number("1.000000000000000000e+00") == 1);
  CHECK(number("0.1") == 0.1);
  CHECK(number("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(number("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(number("1e-999") == 0);
}

TEST_CASE("a number that is too large, and every spelling of infinity, is infinite") {
  CHECK(read_cell("1e999").number == HUGE_VAL);
  CHECK(read_cell("-1e999").number == -HUGE_VAL);
  CHECK(read_cell("inf").number == HUGE_VAL);
  CHECK(read_cell("-Infinity").number == -HUGE_VAL);
}

TEST_CASE("a cell is missing") {
  for (const auto* text :
       {"",        "NA",   "N/A", "n/a",       "NaN",     "nan",    "-nan", "null",
        "None",    "none", ".",   "-",         "--",      "NULL",   "#N/A", "#DIV/0!",
        "#VALUE!", "<NA>", "\\N", "-nan(ind)", "1.#QNAN", "missing"}) {
    CHECK_MESSAGE(read_cell(text).kind == CellKind::missing, text);
  }
}

TEST_CASE("anything else is text") {
  for (const auto* text : {"a", "1a", "1 2", "1,5", "1.2.3", "0x10", "+", "+-1", "++1", "-+1", "1e",
                           " 1", "\xC3\xA9"}) {
    CHECK_MESSAGE(read_cell(text).kind == CellKind::text, text);
  }
}

TEST_CASE("whole numbers are labels without a decimal point") {
  CHECK(label_text("3") == "3");
  CHECK(label_text("3.0") == "3");
  CHECK(label_text("3.000e+00") == "3");
  CHECK(label_text("-0.0") == "0");
  CHECK(label_text("-12.") == "-12");
  CHECK(label_text("1e3") == "1000");
  CHECK(label_text("9007199254740991") == "9007199254740991");
}

TEST_CASE("other labels are unchanged, missing ones are empty") {
  CHECK(label_text("2.50") == "2.50");
  CHECK(label_text("9007199254740993") == "9007199254740993");
  CHECK(label_text("1e999") == "1e999");
  CHECK(label_text("healthy control") == "healthy control");
  CHECK(label_text("").empty());
  CHECK(label_text("nan").empty());
}

TEST_CASE("kept text must be UTF-8") {
  CHECK(dsne::data::checked_text("Z\xC3\xBCrich", "site_data", 1, 2) == "Z\xC3\xBCrich");
  for (const auto* text : {"Z\xFCrich", "\xC3", "\xED\xA0\x80", "\xC0\xAF"}) {
    CHECK_THROWS_WITH_AS(dsne::data::checked_text(text, "site_data", 1, 2),
                         "site_data row 1, column 2: not UTF-8 text", dsne::InputError);
  }
}
