// Messages that are not what the other side sends. The coordinator's errors name the site.

#include "core/state.h"
#include "steps.h"

namespace {

std::vector<Site> sharing_sites() { return small_sites({}, {{"share_labels", true}}); }

/// The phases of a run, each with the fields that may be missing, or are for people.
using Unread = std::vector<std::pair<std::string, std::string>>;

/// Checks that a node reads each other field of what a node sends to it.
void check_read(const std::string& node, const std::string& sent, const std::string& sender,
                const Unread& phases) {
  SmallFederation federation(sharing_sites());
  for (const auto& message : phases) {
    const std::string phase = message.first;
    CAPTURE(phase);
    federation.run_until(node, phase, phase == "reference" ? 2 : 1);
    CHECK(unread_fields(federation, sent, sender) == message.second);
    federation.step();
  }
}

const std::string of_coordinator = "the remote's message: ";
const std::string of_site = "the message of site local1: ";

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

TEST_CASE("messages that are well formed, and not those of this run") {
  const auto check = [](const char* node, const char* phase, int time,
                        const std::vector<Change>& changes) {
    SmallFederation federation(sharing_sites());
    federation.run_until(node, phase, time);
    check_refused(federation, changes);
  };
  const std::string no_digest = of_coordinator + "sha256 is not a digest";
  check("local1", "reference", 1,
        {{"/input/sender", "local1", "asked this site for a reference that it does not hold"},
         {"/input/phase", "embed", "phase"}});
  check("local1", "reference", 2,
        {{"/input/phase", "embed", "the remote began the map before this site had the reference"},
         {"/input/sha256", "canary", no_digest},
         {"/input/sha256", std::string(64, 'A'), no_digest},
         {"/input/points", 0, of_coordinator + "points"},
         {"/input/points", 1e300, of_coordinator + "points"}});
  check("local0", "reference", 2,
        {{"/input/sha256", std::string(64, 'a'), "reference is not the one that this site gave"},
         {"/input/parameters/canary", 31337, "parameters that this site was not given"}});
  const std::string map = "/input/map/sites/local2/";
  check("local1", "report", 1,
        {{map + "points", 15, of_coordinator + "places"},
         {map + "points", 1e300, of_coordinator + "points"},
         {map + "labels/-", "canary", of_coordinator + "labels"},
         {"/input/left_out_sites", {std::string(1001, 'x')}, "too long"}});
  const std::string parameters = "/input/local1/parameters/";
  check("remote", "register", 1,
        {{"/input/local1/keys/run", std::string(64, 'A'), of_site + "run"},
         {"/input/local1/site_name", "<script>", "site_name"},
         {parameters + "no_dims", 3, "local0 and local1 were given different values of no_dims"},
         {parameters + "canary of 31337", 3, "were given different parameters"}});
  check("remote", "collect", 1,
        {{"/input/local1/labels/-", "canary", of_site + "labels"},
         {"/input/local1/labels/4", 31337, of_site + "labels"},
         {"/input/local1/places", gone, of_site + "labels"}});
}

TEST_CASE(
    "a site refuses parameters other than its own, and all sites' impossible ones are named") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  for (const auto& [name, value, expected] :
       std::vector<std::tuple<const char*, Json, const char*>>{
           {"no_dims", 31337, "parameter no_dims must be a whole number from 2 to 5"},
           {"method", "canary", "parameter method must be one of"}}) {
    Json in = federation.next_stdin();
    for (Json& message : in["input"]) message["parameters"][name] = value;
    check_refused(federation, in, expected);
  }
  federation.run_until("local0", "reference", 2);
  std::vector<Change> changes;
  const Json in = federation.next_stdin();
  for (const auto& [name, value] : in["input"]["parameters"].items()) {
    changes.push_back({"/input/parameters/" + name,
                       value.is_number() ? Json(value.get<double>() + 1) : Json("canary"),
                       "the remote's " + name + " is not the one this site was given"});
  }
  check_refused(federation, changes);
}

TEST_CASE("a site checks the names that the coordinator tells") {
  std::vector<Site> sites = small_sites();
  sites[2].input["site_settings"]["site_name"] = "West";
  SmallFederation federation(sites);
  federation.run_until("local2", "report");
  check_refused(federation, {{"/input/site_names", 3, "the remote's message"},
                             {"/input/site_names/local2", 3, of_coordinator + "local2"},
                             {"/input/site_names/local2", gone, of_coordinator + "local2"}});
}

TEST_CASE("a shape larger than its packed numbers") {
  SmallFederation federation;
  federation.run_until("local1", "report");
  Json in = federation.next_stdin();
  Json& site = in["input"]["map"]["sites"]["local2"];
  site["points"] = site["places"]["rows"] = std::int64_t{1} << 31;
  check_refused(federation, in,
                of_coordinator + "places must be 2147483648 rows of 2 packed numbers");
}

TEST_CASE("a holder that gives a wrong number of points") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  Json in = federation.next_stdin();
  in["input"]["local0"]["reference"]["points"] = 31;
  const Json given = Json::parse(federation.ask(in).out)["cache"]["given_points"];
  // As it is sent, and as it is kept from an earlier run.
  for (int time = 0; time < 2; ++time) {
    federation.step();
    federation.run_until("remote", "reference");
    in = federation.next_stdin();
    in["cache"]["given_points"] = given;
    in["cache"] = dsne::with_digest(in["cache"]);
    check_refused(federation, in,
                  "the message of site local0: points is not the reference's number of points");
  }
}
