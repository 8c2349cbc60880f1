#include "run/registration.h"

#include <doctest/doctest.h>

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
