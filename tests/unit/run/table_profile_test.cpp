#include "run/table_profile.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"

using dsne::Json;
using dsne::run::describe_table;
using dsne::run::parse_table_profile;
using dsne::run::TableProfile;
using Names = std::vector<std::string>;

namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// Two subjects; `b` has no value, `c` a cell of text, and `d` was left out as empty.
dsne::data::Table uneven_table() {
  dsne::data::Table table;
  table.values.resize(2, 3);
  table.values << 1, absent, 3, absent, absent, absent;
  table.features = {"a", "b", "c"};
  table.columns = {2, 3, 4};
  table.text_rows = {0, 0, 3};
  table.reading.left_out = {{"d", "no value in any row", 1}, {"e", "holds text"}};
  table.reading.modality = "T2w";
  return table;
}

void check_not_taken(const Json& json, const std::string& pointer, const Json& value) {
  Json changed = json;
  changed[Json::json_pointer(pointer)] = value;
  CAPTURE(pointer);
  CAPTURE(value);
  CHECK_THROWS_AS(parse_table_profile(changed, "the message"), dsne::MessageError);
}

}  // namespace

TEST_CASE("a table is described by its usable measures") {
  const TableProfile table = describe_table(uneven_table(), false, false);
  CHECK(table.measures == 3);
  CHECK(table.has_header);
  CHECK(table.names == Names{"a"});
  CHECK(table.empty == Names{"b"});
  REQUIRE(table.texts.size() == 1);
  CHECK(table.texts[0].name == "c");
  CHECK(table.texts[0].row == 3);
  CHECK(table.texts[0].column == 4);
  CHECK(table.modality == "T2w");
}

TEST_CASE("by the header alone no name depends on a cell") {
  dsne::data::Table other;
  other.values.setOnes(2, 4);
  other.features = {"d", "a", "b", "c"};
  other.columns = {1, 2, 3, 4};
  other.reading.modality = "T2w";
  const TableProfile table = describe_table(uneven_table(), true, false);
  CHECK(table.measures == 4);
  CHECK(table.names == Names{"d", "a", "b", "c"});
  CHECK(to_json(table) == to_json(describe_table(other, true, false)));
}

TEST_CASE("an unlisted word for a kind of scans is not revealed") {
  dsne::data::Table table = uneven_table();
  table.reading.modality = "Jane's knee";
  CHECK(describe_table(table, false, false).modality.empty());
}

TEST_CASE("a name that nobody could show is refused with its column") {
  dsne::data::Table table = uneven_table();
  for (const std::string& name : {std::string(1001, 'x'), std::string("a\0", 2)}) {
    table.features[1] = name;
    CHECK_THROWS_WITH_AS(describe_table(table, false, false),
                         doctest::Contains("site_data column 3: the measure's name"),
                         dsne::InputError);
  }
}

TEST_CASE("a description comes back from its message") {
  TableProfile table = describe_table(uneven_table(), false, true);
  table.geometry.kind = dsne::data::GeometryKind::images;
  table.geometry.size = {64, 64, 33};
  table.geometry.spacing = {3, 3, 3.5};
  table.geometry.orientation = "LAS";
  const Json json = to_json(table);
  CHECK(to_json(parse_table_profile(json, "the message")) == json);
  TableProfile networks = describe_table(uneven_table(), true, false);
  networks.geometry.kind = dsne::data::GeometryKind::networks;
  networks.geometry.size = {2};
  networks.geometry.regions = {"left", "right"};
  CHECK(to_json(parse_table_profile(to_json(networks), "the message")) == to_json(networks));
}

TEST_CASE("a description from another node is checked") {
  TableProfile table = describe_table(uneven_table(), false, false);
  table.geometry.kind = dsne::data::GeometryKind::images;
  table.geometry.size = {6, 8, 4};
  const Json json = to_json(table);
  for (const auto& item : json.items()) {
    Json without = json;
    without.erase(item.key());
    CAPTURE(item.key());
    CHECK_THROWS_AS(parse_table_profile(without, "the message"), dsne::MessageError);
    check_not_taken(json, "/" + item.key(), item.key() == "geometry" ? Json(1) : Json(nullptr));
  }
  check_not_taken(json, "/measures", 0);
  check_not_taken(json, "/measures", 4);
  check_not_taken(json, "/names", {"a", "a"});
  check_not_taken(json, "/names", Json::array());
  check_not_taken(json, "/names", {""});
  check_not_taken(json, "/names", {std::string(1001, 'x')});
  check_not_taken(json, "/names", {"a\x01"});
  check_not_taken(json, "/empty", {31337});
  check_not_taken(json, "/by_header", true);
  check_not_taken(json, "/header", false);
  check_not_taken(json, "/texts/0/row", 0);
  check_not_taken(json, "/texts/0/column", "4");
  check_not_taken(json, "/texts/0/name", "");
  check_not_taken(json, "/modality", "knee");
  check_not_taken(json, "/geometry/kind", "songs");
  check_not_taken(json, "/geometry/size", {6, 8});
  check_not_taken(json, "/geometry/size", {6, 8, 0});
  check_not_taken(json, "/geometry/spacing", {1, 1});
  check_not_taken(json, "/geometry/spacing", {1, 1, -1});
  check_not_taken(json, "/geometry/orientation", "XYZ");
  check_not_taken(json, "/geometry/regions", {std::string(1001, 'x')});
  CHECK_THROWS_AS(parse_table_profile("canary", "the message"), dsne::MessageError);
}
