// Names, cells and words that people and programs write are understood as tests/data/names says.

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "core/files.h"
#include "core/json.h"
#include "data/cell.h"
#include "data/columns/persons.h"
#include "data/formats/decisions.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/names/scan_kinds.h"
#include "helpers.h"

using namespace dsne::data;
using dsne::Json;
using Names = std::vector<std::string>;

namespace {

Json listed(const std::string& file) {
  return Json::parse(dsne::read_file(test_data("names/" + file + ".json"), file));
}

/// Checks that what holds of each of these texts, or of lists of them, does.
template <class Item = std::string, class Condition>
void check_all(const Json& items, const Condition& holds) {
  REQUIRE_FALSE(items.empty());
  for (const Json& item : items) {
    CAPTURE(item.dump());
    CHECK(holds(item.get<Item>()));
  }
}

/// Checks what each text is understood as.
template <class Function>
void check_meanings(const Json& meanings, const Function& meaning_of) {
  REQUIRE_FALSE(meanings.empty());
  for (const auto& [text, meaning] : meanings.items()) {
    const std::string& written = text;
    CAPTURE(written);
    CHECK(Json(meaning_of(written)) == meaning);
  }
}

}  // namespace

TEST_CASE("a cell is a number in every usual notation, missing, or text") {
  const Json cells = listed("cells");
  check_meanings(cells["numbers"], [](const std::string& text) {
    CHECK(read_cell(text).kind == CellKind::number);
    return read_cell(text).number;
  });
  check_all(cells["missing"],
            [](const std::string& text) { return read_cell(text).kind == CellKind::missing; });
  check_all(cells["text"],
            [](const std::string& text) { return read_cell(text).kind == CellKind::text; });
  for (const char* text : {"1e999", "inf", "Infinity"}) CHECK(read_cell(text).number == HUGE_VAL);
  for (const char* text : {"-1e999", "-Infinity"}) CHECK(read_cell(text).number == -HUGE_VAL);
}

TEST_CASE("whole numbers are labels without a decimal point, missing ones are empty") {
  check_meanings(listed("cells")["labels"], label_text);
}

TEST_CASE("kept text must be UTF-8") {
  CHECK(checked_text("Z\xC3\xBCrich", "site_data", 1, 2) == "Z\xC3\xBCrich");
  for (const auto* text : {"Z\xFCrich", "\xC3", "\xED\xA0\x80", "\xC0\xAF"}) {
    CHECK_THROWS_WITH_AS(checked_text(text, "site_data", 1, 2),
                         "site_data row 1, column 2: not UTF-8 text", dsne::InputError);
  }
}

TEST_CASE("columns have the role that their names say, and no measure has another") {
  const std::map<std::string, ColumnRole> roles = {
      {"person", ColumnRole::person},         {"scan", ColumnRole::scan},
      {"scan_file", ColumnRole::scan_file},   {"modality", ColumnRole::modality},
      {"entity", ColumnRole::entity},         {"row_number", ColumnRole::row_number},
      {"background", ColumnRole::background}, {"maybe_row_number", ColumnRole::maybe_row_number},
      {"measure", ColumnRole::measure}};
  const Json names = listed("roles");
  CHECK(names.size() == roles.size());
  for (const auto& [name, role] : roles) {
    const ColumnRole expected = role;
    check_all(names.at(name),
              [&](const std::string& column) { return column_role(column) == expected; });
  }
  CHECK(entity_order("VISCODE") == 0);
  CHECK(entity_order("task_id") < entity_order("acq_id"));
  CHECK(entity_order("run") < entity_order("echo"));
  CHECK(entity_order("volume") == -1);
}

TEST_CASE("the kind of scan in ids and cells is one of a fixed list") {
  check_meanings(listed("kinds")["ids"], kind_in_id);
  check_meanings(listed("kinds")["cells"], kind_in_cell);
  CHECK(kind_in_cell("Jane Smith") == another_kind);
}

TEST_CASE("programs' measures are known by name, a person's scores and ages are not") {
  const Json names = listed("measures");
  check_all(names["quality"], [](const auto& name) { return is_quality_measure(name); });
  check_all(names["not_quality"], [](const auto& name) { return !is_quality_measure(name); });
  check_all(names["known"], [](const auto& name) { return is_known_measure(name); });
  check_all(names["not_known"], [](const auto& name) { return !is_known_measure(name); });
}

TEST_CASE("a table is of quality measures when five are, three in four or every other column") {
  CHECK(are_quality_measures({"cjv", "cnr", "efc", "fber", "wm2max", "age"}));
  CHECK_FALSE(are_quality_measures({"cjv", "cnr", "efc", "fber"}));
  CHECK_FALSE(are_quality_measures({"cjv", "cnr", "efc", "fber", "wm2max", "age", "iq"}));
  CHECK_FALSE(are_quality_measures({}));
  CHECK(
      has_quality_measures({"subject_id", "site", "rater_1", "cjv", "cnr", "efc", "fber", "snr"}));
  CHECK_FALSE(
      has_quality_measures({"a", "b", "c", "d", "e", "f", "cjv", "cnr", "efc", "fber", "snr"}));
}

TEST_CASE("spellings of a measure's name have one key") {
  check_all<Names>(listed("measures")["one"], [](const Names& names) {
    return std::ranges::all_of(names, [&](const std::string& name) {
      return measure_key(name) == measure_key(names.front());
    });
  });
  CHECK(measure_key("anat_region") != measure_key("region"));
  CHECK(measure_key("snr_gm") != measure_key("snr_wm"));
  CHECK(canonical_measure_name("anything else") == "anything else");
  const MeasureNames names({"a-b", "a.b", "c d"});
  CHECK(names.find("a.b") == 1U);
  CHECK_FALSE(names.find("a b"));
  CHECK(names.find("c.d") == 2U);
  CHECK_FALSE(names.find("e"));
}

TEST_CASE("measures have names for people, units, signs, and some are geometry") {
  const Json names = listed("measures");
  for (const auto& [column, expected] : names["terms"].items()) {
    const std::string& name = column;
    CAPTURE(name);
    const MeasureTerm term = measure_term(name);
    CHECK(expected.value("name", term.name) == term.name);
    CHECK(expected.value("unit", term.unit) == term.unit);
    CHECK(expected.value("low", term.when_low) == term.when_low);
    CHECK(expected.value("high", term.when_high) == term.when_high);
  }
  check_all(names["with_a_name"], [](const auto& name) { return measure_term(name).name != name; });
  check_all(names["geometry"], [](const auto& name) { return measure_term(name).is_geometry; });
  check_all(names["no_geometry"], [](const auto& name) { return !measure_term(name).is_geometry; });
}

TEST_CASE("a person is the part sub-… of an id, else the id, and ids may look like visits") {
  const Json persons = listed("persons");
  check_meanings(persons["of"], person_of);
  for (const Json& visits : persons["visits"]) {
    CAPTURE(visits.dump());
    auto ids = visits[0].get<Names>();
    std::ranges::transform(ids, ids.begin(), person_of);
    const auto rows = visits_of_one_person(ids);
    CHECK((rows ? Json(*rows) : Json()) == visits[1]);
  }
  const std::string long_id(100000, '1');
  CHECK_FALSE(visits_of_one_person({long_id + "_1", long_id + "_2"}));
  check_all<Names>(persons["subjects"], [](const Names& names) { return name_subjects(names); });
  check_all<Names>(persons["no_subjects"],
                   [](const Names& names) { return !name_subjects(names); });
}

TEST_CASE("ids are compared without what their spellings differ in") {
  check_meanings(listed("persons")["plain"], plain_id);
  CHECK(plain_id("1-12") != plain_id("11-2"));
  CHECK(plain_id("A_1") != plain_id("A_10"));
  CHECK(plain_id("NYU_0050952") == plain_id("nyu0050952"));
  CHECK(plain_id("Größe-7") != plain_id("Grosse-7"));
  CHECK(plain_id(std::string(100000, '-')).size() == 100000);
}

TEST_CASE("raters' words are read in any case, others are refused") {
  const Json words = listed("verdicts");
  for (const auto& [name, verdict] : {std::pair("excluded", Verdict::excluded),
                                      {"accepted", Verdict::accepted},
                                      {"none", Verdict::none}}) {
    const auto all = words[name].get<Names>();
    CHECK(read_verdicts(all, "", "it") == std::vector<Verdict>(all.size(), verdict));
  }
  check_all(words["refused"], [](const std::string& word) {
    return !error_of([&] { read_verdicts({word}, "", "the column"); }).empty();
  });
}
