#include "run/registration.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/message.h"
#include "hostile_fields.h"

using dsne::Json;
using dsne::to_message;
using dsne::run::Registration;

namespace {

/// Of a site that takes part, with all that it can bring.
Registration whole_registration() {
  dsne::data::Table table;
  table.values.setOnes(2, 2);
  table.features = {"cjv", "cnr"};
  table.columns = {1, 2};
  Registration registration;
  registration.parameters = Json::object({{"no_dims", 2}});
  registration.site_name = "north";
  registration.keys = {dsne::Bytes32{1}, dsne::Bytes32{2}};
  registration.table = dsne::run::describe_table(table, false, false);
  registration.reference = {std::string(64, 'a'), true, 30, 2};
  return registration;
}

Registration faulty_registration() {
  Registration registration;
  registration.parameters = Json::object({{"no_dims", 2}});
  registration.errors = {"site_data row 3: x is no number", "site_label: there is no such file"};
  registration.brings_reference = true;
  return registration;
}

Registration parsed(const Json& message) { return dsne::run::parse_registration(message, "it"); }

std::string refusal_without(const Registration& registration, const char* name) {
  Json message = to_message(registration);
  message.erase(name);
  try {
    parsed(message);
  } catch (const dsne::MessageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a registration comes back from its message, and another one is refused") {
  check_fields(whole_registration(), parsed);
  check_fields(faulty_registration(), parsed);
  check_fields(*whole_registration().keys);
  check_fields(*whole_registration().reference);
}

TEST_CASE("a registration is whole, or of faults") {
  for (const char* name : {"parameters", "keys", "table"}) {
    CHECK(refusal_without(whole_registration(), name) ==
          "it: " + std::string(name) + " is missing");
  }
  CHECK(refusal_without(faulty_registration(), "brings_reference") ==
        "it: brings_reference is missing");
  CHECK(refusal_without(faulty_registration(), "errors") == "it: keys is missing");
}

TEST_CASE("the lines of faults are few, short and of one line") {
  Registration registration = faulty_registration();
  registration.errors.assign(dsne::exchange::most_faults, std::string(2000, 'x'));
  CHECK_NOTHROW(parsed(to_message(registration)));
  registration.errors.emplace_back("x");
  CHECK_THROWS_AS(parsed(to_message(registration)), dsne::MessageError);
  registration.errors = {"a\nb"};
  CHECK_THROWS_AS(parsed(to_message(registration)), dsne::MessageError);
}

using dsne::run::describe_table;
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
  table.reading.left_out = {{"d", "no value in any row", dsne::data::LeftOutContent::nothing, 1},
                            {"e", "holds text", dsne::data::LeftOutContent::text}};
  table.reading.modality = "T2w";
  return table;
}

TableProfile profile_of(const Json& json) {
  auto table = dsne::parse_message<TableProfile>(json, "the message");
  check_profile(table, "the message");
  return table;
}

void check_not_taken(const Json& json, const std::string& pointer, const Json& value) {
  Json changed = json;
  changed[Json::json_pointer(pointer)] = value;
  CAPTURE(pointer);
  CAPTURE(value);
  CHECK_THROWS_AS(profile_of(changed), dsne::MessageError);
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
  CHECK(dsne::to_message(table) == dsne::to_message(describe_table(other, true, false)));
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

TEST_CASE("a description comes back from its message, and another one is refused") {
  TableProfile table = describe_table(uneven_table(), false, true);
  table.geometry.kind = dsne::data::GeometryKind::images;
  table.geometry.size = {64, 64, 33};
  table.geometry.spacing = {3, 3, 3.5};
  table.geometry.orientation = "LAS";
  check_fields(table, profile_of);
  check_fields(table.geometry);
  check_fields(table.texts[0]);
  TableProfile networks = describe_table(uneven_table(), true, false);
  networks.geometry.kind = dsne::data::GeometryKind::networks;
  networks.geometry.size = {2};
  networks.geometry.regions = {"left", "right"};
  check_fields(networks, profile_of);
  check_fields(describe_table(uneven_table(), false, false), profile_of);
}

TEST_CASE("a site that may tell nothing of its subjects tells units of its header alone") {
  dsne::data::Table table = uneven_table();
  table.reading.header_units = {{table.features[0], "mm3"}, {"no measure", "ml"}};
  table.reading.units = {{table.features[0], "mm3"}, {table.features[1], "%"}};
  const std::map<std::string, std::string> stated = {{table.features[0], "mm3"}};
  CHECK(describe_table(table, true, false).units == stated);
  CHECK(describe_table(table, false, false).units == table.reading.units);
}

TEST_CASE("a description must agree with itself") {
  TableProfile table = describe_table(uneven_table(), false, false);
  table.geometry.kind = dsne::data::GeometryKind::images;
  table.geometry.size = {6, 8, 4};
  const Json json = dsne::to_message(table);
  check_not_taken(json, "/measures", 4);
  check_not_taken(json, "/names", {"a", "a"});
  check_not_taken(json, "/names", Json::array());
  check_not_taken(json, "/by_header", true);
  check_not_taken(json, "/header", false);
  check_not_taken(json, "/geometry/spacing", {1, 1});
}
