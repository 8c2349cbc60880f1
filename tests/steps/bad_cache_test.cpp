// A node's own cache, damaged on its way through the orchestrator or on a disk.

#include <doctest/doctest.h>

#include "packed.h"
#include "refusal.h"

using dsne::Json;

namespace {

/// Returns values of other types.
std::vector<Json> wrong_values(const Json& value) {
  std::vector<Json> wrong = {nullptr, Json::array({"canary"})};
  if (!value.is_boolean()) wrong.emplace_back(true);
  if (!value.is_string()) wrong.push_back("canary");
  if (!value.is_number()) wrong.push_back(31337);
  if (value.is_number_integer()) wrong.insert(wrong.end(), {-1, 1.5, 1e300});
  return wrong;
}

/// Checks that the next call is refused when any field of the cache is gone or of another type.
void check_each_field(SmallFederation& federation, const std::string& pointer) {
  const Json object = federation.next_stdin()[Json::json_pointer(pointer)];
  for (const auto& [name, value] : object.items()) {
    const std::string field = pointer + "/" + name;
    check_refused_without(federation, field, "");
    if (value.is_null()) continue;  // nothing is kept in it yet
    for (const Json& wrong : wrong_values(value)) {
      check_refused_with(federation, field, wrong, "");
    }
    if (value.is_object() && name != "input") check_each_field(federation, field);
  }
}

}  // namespace

TEST_CASE("a site's cache with a field gone or of another type") {
  for (const std::string phase : {"reference", "embed", "collect", "report"}) {
    CAPTURE(phase);
    SmallFederation federation;
    federation.run_until("local0", phase);
    if (phase == "embed") {
      federation.step();
      federation.run_until("local0", phase);
    }
    check_each_field(federation, "/cache");
  }
}

TEST_CASE("the remote's cache with a field gone or of another type") {
  for (const std::string phase : {"reference", "embed", "collect"}) {
    CAPTURE(phase);
    SmallFederation federation;
    federation.run_until("remote", phase);
    check_each_field(federation, "/cache");
  }
}

TEST_CASE("the report in the coordinator's cache with a field gone or of another type") {
  SmallFederation federation;
  federation.run_until("remote", "report");
  const std::string report = "/cache/report";
  for (const std::string field :
       {"", "/map", "/map/sites", "/map/sites/local1/points", "/map/reference", "/metrics",
        "/metrics/parameters", "/metrics/rounds", "/metrics/reference_points", "/metrics/sites",
        "/metrics/sites/local1", "/metrics/sites/local1/points"}) {
    check_refused_without(federation, report + field, "the remote's cache");
    for (const Json& wrong : {Json(nullptr), Json("canary"), Json::array({"canary"})}) {
      check_refused_with(federation, report + field, wrong, "the remote's cache");
    }
  }
  for (const Json& wrong : {Json::object(), Json(1), Json{{"value", "canary"}}}) {
    check_refused_with(federation, report + "/metrics/label_accuracy", wrong, "the remote's cache");
    check_refused_with(federation, report + "/metrics/privacy", wrong, "the remote's cache");
  }
  for (const std::string field : {"/metrics/kl_divergence", "/metrics/kl_divergence/mean"}) {
    check_refused_with(federation, report + field, "canary", "the remote's cache");
  }
  check_refused_without(federation, report + "/metrics/kl_divergence/mean", "the remote's cache");
}

TEST_CASE("matrices in the cache that are damaged") {
  const std::string coordinates = "/cache/method/places";
  std::string node;
  SUBCASE("a site's") { node = "local1"; }
  SUBCASE("the remote's") { node = "remote"; }
  SmallFederation federation;
  federation.run_until("local1", "collect");
  federation.run_until(node, "collect");
  const std::string cache = node == "remote" ? "the remote's cache" : "the site's cache";
  for (const Json& value : damaged(federation.next_stdin()[Json::json_pointer(coordinates)])) {
    check_refused_with(federation, coordinates, value, cache + ": places must be ");
  }
}
