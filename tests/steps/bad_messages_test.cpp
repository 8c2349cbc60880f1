// Messages that are not what the other side sends. The coordinator's errors name the site.

#include <doctest/doctest.h>

#include "core/json_text.h"
#include "core/state.h"
#include "packed.h"
#include "refusal.h"
#include "tools/process.h"

using dsne::Json;

namespace {

/// Values in place of an object.
const std::vector<Json> no_objects = {nullptr, Json::array(), "canary", 31337};

/// Values in place of a text.
const std::vector<Json> no_texts = {nullptr, 31337, Json::array({"canary"}), true};

/// Values in place of a number.
const std::vector<Json> no_numbers = {nullptr,       "31337",        "canary",        true,
                                      Json::array(), Json::object(), Json::array({1})};

/// Values in place of a whole number from 1.
const std::vector<Json> no_counts = {
    nullptr, "31337", true,  Json::array({1}),        0,
    -1,      1.5,     1e300, 18446744073709551615ULL, 9223372036854775807LL};

/// Checks that the next call is refused with each of these values.
void check_values(SmallFederation& federation, const std::string& pointer,
                  const std::vector<Json>& values, const std::string& expected) {
  for (const Json& value : values) check_refused_with(federation, pointer, value, expected);
}

/// Checks that the next call is refused with each of these values, and without any.
void check_each(SmallFederation& federation, const std::string& pointer,
                const std::vector<Json>& values, const std::string& expected) {
  check_values(federation, pointer, values, expected);
  check_refused_without(federation, pointer, expected);
}

void check_matrix(SmallFederation& federation, const std::string& pointer,
                  const std::string& expected) {
  const Json good = federation.next_stdin()[Json::json_pointer(pointer)];
  check_each(federation, pointer, damaged(good), expected);
}

void check_vector(SmallFederation& federation, const std::string& pointer,
                  const std::string& expected) {
  check_each(federation, pointer, no_numbers, expected);
  check_values(federation, pointer + "/0", no_numbers, expected);
  check_refused_with(federation, pointer + "/-", 31337, expected);
}

/// Damages each masked term of a site's message, and removes it.
void check_masked(SmallFederation& federation, const std::string& site,
                  const std::string& expected) {
  const std::string masked = "/input/" + site + "/masked";
  const Json terms = federation.next_stdin()[Json::json_pointer(masked)];
  REQUIRE(terms.contains("sites"));
  for (const auto& [name, term] : terms.items()) {
    check_values(federation, masked + "/" + name, damaged_terms(term), expected);
  }
  check_values(federation, masked, no_objects, "the message of site " + site);
  check_refused_without(federation, masked, expected + "masked is missing");
}

const std::string of_coordinator = "the remote's message: ";
const std::string of_site = "the message of site local1: ";

}  // namespace

TEST_CASE("a site asked for a reference") {
  SmallFederation federation;
  federation.run_until("local1", "reference");
  check_refused_with(federation, "/input/sender", "local1",
                     "the remote asked this site for a reference that it does not hold");
  check_values(federation, "/input/sender", no_texts, of_coordinator + "sender");
  federation.run_until("remote", "embed");
  SmallFederation other;
  other.run_until("local0", "reference");
  check_refused_without(other, "/input/sender", of_coordinator + "parameters is missing");
}

TEST_CASE("a site refuses parameters other than its own") {
  SmallFederation federation;
  federation.run_until("local0", "reference", 2);
  const Json parameters = federation.next_stdin()["input"]["parameters"];
  for (const auto& [name, value] : parameters.items()) {
    const std::string pointer = "/input/parameters/" + name;
    const std::string expected = "the remote's " + name + " is not the one this site was given";
    const Json other = value.is_number() ? Json(value.get<double>() + 1) : Json("canary");
    check_refused_with(federation, pointer, other, expected);
    check_refused_with(federation, pointer, nullptr, expected);
    check_refused_without(federation, pointer, expected);
  }
  check_refused_with(federation, "/input/parameters/canary", 31337,
                     "the remote sent parameters that this site was not given");
  check_values(federation, "/input/parameters", no_objects, of_coordinator + "parameters");
  federation.run_until("local0", "embed");
}

TEST_CASE("a site that gave the reference is sent another") {
  SmallFederation federation;
  federation.run_until("local1", "reference");
  federation.step();
  federation.run_until("local0", "reference");
  REQUIRE(federation.next_stdin()["input"].contains("sha256"));
  check_refused_with(federation, "/input/sha256", std::string(64, 'a'),
                     "the remote's reference is not the one that this site gave");
}

TEST_CASE("a site sent a reference") {
  SmallFederation federation;
  federation.run_until("local0", "reference");
  federation.step();
  federation.run_until("local1", "reference", 2);
  check_each(federation, "/input/sha256", no_texts, of_coordinator + "sha256");
  check_refused_with(federation, "/input/sha256", "canary",
                     of_coordinator + "sha256 is not a digest");
  check_values(federation, "/input/sha256", {std::string(64, 'A'), std::string(64, '/')},
               of_coordinator + "sha256");
  check_each(federation, "/input/points", no_counts, of_coordinator + "points");
  Json in = federation.next_stdin();
  in["input"]["sha256"] = std::string(64, 'a');
  const dsne::tools::ProcessResult result =
      dsne::tools::run_process(federation.next().command, dsne::to_ascii(in));
  CHECK(Json::parse(result.out)["output"]["ready"] == false);
}

TEST_CASE("a site in the rounds") {
  SmallFederation federation;
  federation.run_until("local1", "embed");
  for (const std::string when : {"first", "later"}) {
    CAPTURE(when);
    for (const std::string field :
         {"reference_places", "reference_velocity", "shift", "iteration"}) {
      check_each(federation, "/input/" + field, {nullptr, "31337", -1, 0.5, Json::array({1})},
                 of_coordinator + field);
    }
    federation.step();
    federation.run_until("local1", "embed");
  }
}

TEST_CASE("a site that collects") {
  SmallFederation federation;
  federation.run_until("local1", "collect");
  check_matrix(federation, "/input/reference_places", of_coordinator + "reference_places");
  check_vector(federation, "/input/shift", of_coordinator + "shift");
}

TEST_CASE("a site that gets the joint map") {
  SmallFederation federation(small_sites_with({}, {{"share_labels", true}}));
  federation.run_until("local1", "report");
  check_matrix(federation, "/input/map/reference/places", "the remote's message");
  check_each(federation, "/input/map/sites/local2/points", {1e300}, of_coordinator + "points");
  check_refused_with(federation, "/input/map/sites/local2/points", 15, of_coordinator + "places");
  check_matrix(federation, "/input/map/sites/local2/places", of_coordinator);
  Json in = federation.next_stdin();
  in["input"]["map"]["sites"]["local2"]["points"] = std::int64_t{1} << 31;
  in["input"]["map"]["sites"]["local2"]["places"]["rows"] = std::int64_t{1} << 31;
  check_refused(federation, in,
                of_coordinator + "places must be 2147483648 rows of 2 packed numbers");
  check_refused_with(federation, "/input/map/sites/local2/labels/3", 31337,
                     of_coordinator + "labels");
  check_refused_with(federation, "/input/map/sites/local2/labels/-", "canary",
                     of_coordinator + "labels");
  for (const char* part : {"", "/sites", "/sites/local2", "/reference"}) {
    check_values(federation, std::string("/input/map") + part,
                 {nullptr, 31337, "canary", Json::array({"canary"})}, "the remote's message");
  }
  check_refused_without(federation, "/input/map", of_coordinator + "map is missing");
  federation.run();
}

TEST_CASE("the remote at registration") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  const std::string site = "/input/local1/";
  check_refused_without(federation, site + "keys", of_site + "keys is missing");
  check_refused_with(federation, site + "keys/run", std::string(64, 'A'), of_site + "run");
  check_refused_with(federation, site + "parameters/no_dims", 3,
                     "sites local0 and local1 were given different values of no_dims");
  check_refused_with(federation, site + "parameters/canary of 31337", 3,
                     "sites local0 and local1 were given different parameters");
  check_refused_without(federation, site + "parameters/no_dims",
                        "sites local0 and local1 were given different values of no_dims");
}

TEST_CASE("the remote at registration, when all sites say the same wrong thing") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  const auto check_all = [&](const char* pointer, const Json& value, const std::string& expected) {
    Json in = federation.next_stdin();
    for (Json& message : in["input"]) message[Json::json_pointer(pointer)] = value;
    CAPTURE(value);
    check_refused(federation, in, expected);
  };
  for (const Json& value :
       {Json(nullptr), Json::array(), Json("canary"), Json(31337), Json::array({31337})}) {
    check_all("/parameters", value, "the message of site local0: parameters");
  }
  check_all("/parameters/no_dims", 31337, "parameter no_dims must be a whole number from 2 to 5");
  check_all("/parameters/method", "canary", "parameter method must be one of");
}

TEST_CASE("a holder that gives a wrong number of points") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  Json in = federation.next_stdin();
  in["input"]["local0"]["reference"]["points"] = 31;
  const dsne::tools::ProcessResult result =
      dsne::tools::run_process(federation.next().command, dsne::to_ascii(in));
  const Json cache = Json::parse(result.out)["cache"];
  federation.step();
  federation.run_until("remote", "reference");
  for (const std::string copy : {"sent", "kept from an earlier run"}) {
    CAPTURE(copy);
    in = federation.next_stdin();
    in["cache"]["given_points"] = cache["given_points"];
    in["cache"] = dsne::with_digest(in["cache"]);
    check_refused(federation, in,
                  "the message of site local0: points is not the reference's number of points");
    if (copy == "sent") {
      federation.step();
      federation.run_until("remote", "reference");
    }
  }
}

TEST_CASE("the remote, when the reference is on its way") {
  SmallFederation federation;
  federation.run_until("remote", "reference", 2);
  check_values(federation, "/input/local1/ready", {nullptr, 1, "true", Json::array({true})},
               of_site + "ready");
  while (!federation.next_stdin()["input"]["local1"].contains("points")) {
    federation.step();
    federation.run_until("remote", "reference");
  }
  check_each(federation, "/input/local1/points", no_counts, of_site + "points");
}

TEST_CASE("the remote in the rounds") {
  SmallFederation federation(small_sites_with({{"local_iterations", 2}}));
  federation.run_until("remote", "embed");
  check_masked(federation, "local1", of_site);
  for (const std::string name :
       {"reference_displacement", "reference_velocity", "mean_of_places", "sites"}) {
    check_refused_without(federation, "/input/local1/masked/" + name, of_site + name);
  }
  federation.run();
}

TEST_CASE("the remote that collects") {
  SmallFederation federation(small_sites_with({}, {{"share_labels", true}}));
  federation.run_until("remote", "collect");
  const std::string site = "/input/local1/";
  const Json sent = federation.next_stdin()["input"]["local1"];
  check_values(federation, site + "places", damaged(sent["places"]), of_site + "places");
  check_refused_without(federation, site + "masked/sites", of_site + "sites is missing");
  check_values(federation, site + "masked/kl_divergence",
               damaged_terms(sent["masked"]["kl_divergence"]), of_site + "kl_divergence");
  check_refused_with(federation, site + "labels/-", "canary", of_site + "labels");
  check_refused_with(federation, site + "labels/4", 31337, of_site + "labels");
  check_refused_with(federation, site + "labels", "canary", of_site + "labels");
  check_refused_without(federation, site + "places", of_site + "labels");
  federation.run();
}
