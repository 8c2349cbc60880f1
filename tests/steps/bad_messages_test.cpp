// Messages that are not what the other side sends. The coordinator's errors name the site.

#include <doctest/doctest.h>

#include "core/json.h"
#include "core/state.h"
#include "refusal.h"
#include "tools/process.h"

using dsne::Json;

namespace {

const std::string of_coordinator = "the remote's message: ";
const std::string of_site = "the message of site local1: ";

std::vector<Site> sharing_sites() { return small_sites_with({}, {{"share_labels", true}}); }

/// The phases of a run, each with the fields that may be missing, or are for people.
using Unread = std::vector<std::pair<std::string, std::string>>;

/// Checks that a node reads each other field of what a node sends to it.
void check_read(const std::string& node, const std::string& sent, const std::string& sender,
                const Unread& phases) {
  SmallFederation federation(sharing_sites());
  for (const auto& [phase, unread] : phases) {
    CAPTURE(phase);
    federation.run_until(node, phase, phase == "reference" ? 2 : 1);
    CHECK(unread_fields(federation, sent, sender) == unread);
    federation.step();
  }
}

}  // namespace

TEST_CASE("a site refuses each field of a message that is gone, damaged or of another kind") {
  check_read("local1", "/input", "the remote",
             {{"reference", "signatures"},
              {"embed", "embed_round rounds"},
              {"embed", "embed_round rounds"},
              {"collect", ""},
              {"report", "labels local0 local1 local2"}});
}

TEST_CASE("the coordinator refuses each field of an answer that is gone, damaged or another kind") {
  check_read("remote", "/input/local1", "local1",
             {{"register", ""},
              {"reference", "ready"},
              {"embed", ""},
              {"collect", "kl_divergence labels"},
              {"report", "done"}});
}

TEST_CASE("a site asked for a reference that it does not hold, or to begin without one") {
  SmallFederation federation;
  federation.run_until("local1", "reference");
  check_refused_with(federation, "/input/sender", "local1",
                     "the remote asked this site for a reference that it does not hold");
  check_refused_with(federation, "/input/phase", "embed", "phase");
  federation.step();
  federation.run_until("local1", "reference");
  check_refused_with(federation, "/input/phase", "embed",
                     "the remote began the map before this site had the reference");
}

TEST_CASE("a site refuses parameters other than its own") {
  SmallFederation federation;
  federation.run_until("local0", "reference", 2);
  const Json parameters = federation.next_stdin()["input"]["parameters"];
  for (const auto& [name, value] : parameters.items()) {
    const Json other = value.is_number() ? Json(value.get<double>() + 1) : Json("canary");
    check_refused_with(federation, "/input/parameters/" + name, other,
                       "the remote's " + name + " is not the one this site was given");
  }
  check_refused_with(federation, "/input/parameters/canary", 31337,
                     "the remote sent parameters that this site was not given");
}

TEST_CASE("a site checks the reference that it is sent") {
  SmallFederation federation;
  federation.run_until("local0", "reference", 2);
  REQUIRE(federation.next_stdin()["input"].contains("sha256"));
  check_refused_with(federation, "/input/sha256", std::string(64, 'a'),
                     "the remote's reference is not the one that this site gave");
  federation.run_until("local1", "reference");
  for (const std::string& other : {std::string("canary"), std::string(64, 'A')}) {
    check_refused_with(federation, "/input/sha256", other,
                       of_coordinator + "sha256 is not a digest");
  }
  for (const Json& other : {Json(0), Json(-1), Json(1.5), Json(1e300),
                            Json(18446744073709551615ULL), Json(9223372036854775807LL)}) {
    check_refused_with(federation, "/input/points", other, of_coordinator + "points");
  }
  Json in = federation.next_stdin();
  in["input"]["sha256"] = std::string(64, 'a');
  const auto result = dsne::tools::run_process(federation.next().command, dsne::to_ascii(in));
  CHECK(Json::parse(result.out)["output"]["ready"] == false);
}

TEST_CASE("a site checks that the joint map's parts fit together") {
  SmallFederation federation(sharing_sites());
  federation.run_until("local1", "report");
  const std::string site = "/input/map/sites/local2/";
  check_refused_with(federation, site + "points", 15, of_coordinator + "places");
  check_refused_with(federation, site + "points", 1e300, of_coordinator + "points");
  check_refused_with(federation, site + "labels/-", "canary", of_coordinator + "labels");
  Json in = federation.next_stdin();
  in["input"]["map"]["sites"]["local2"]["points"] = std::int64_t{1} << 31;
  in["input"]["map"]["sites"]["local2"]["places"]["rows"] = std::int64_t{1} << 31;
  check_refused(federation, in,
                of_coordinator + "places must be 2147483648 rows of 2 packed numbers");
}

TEST_CASE("the coordinator checks that what sites register fits together") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  const std::string site = "/input/local1/";
  check_refused_with(federation, site + "keys/run", std::string(64, 'A'), of_site + "run");
  check_refused_with(federation, site + "parameters/no_dims", 3,
                     "sites local0 and local1 were given different values of no_dims");
  check_refused_with(federation, site + "parameters/canary of 31337", 3,
                     "sites local0 and local1 were given different parameters");
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

TEST_CASE("the coordinator checks what it collects") {
  SmallFederation federation(sharing_sites());
  federation.run_until("remote", "collect");
  check_refused_with(federation, "/input/local1/labels/-", "canary", of_site + "labels");
  check_refused_with(federation, "/input/local1/labels/4", 31337, of_site + "labels");
  check_refused_without(federation, "/input/local1/places", of_site + "labels");
}
