// A node's own cache, damaged on its way through the orchestrator or on a disk.

#include <doctest/doctest.h>

#include <functional>

#include "core/json.h"
#include "core/state.h"
#include "refusal.h"
#include "tools/process.h"

using dsne::Json;

namespace {

/// Returns values of the same and of other types.
std::vector<Json> other_values(const Json& value) {
  std::vector<Json> others;
  for (const Json& other : {Json(nullptr), Json::array({"canary"}), Json("canary"), Json(31337),
                            Json(-1), Json(1.5), Json(true)}) {
    if (other != value) others.push_back(other);
  }
  return others;
}

/// Checks that the next call is refused when any field of the cache is gone or another one.
void check_each_field(SmallFederation& federation, const std::string& pointer) {
  const std::string expected = federation.next().id == "remote" ? "the remote's cache is damaged"
                                                                : "the site's cache is damaged";
  const Json object = federation.next_stdin()[Json::json_pointer(pointer)];
  for (const auto& [name, value] : object.items()) {
    const std::string field = pointer + "/" + name;
    check_refused_without(federation, field, expected);
    for (const Json& other : other_values(value)) {
      check_refused_with(federation, field, other, expected);
    }
    if (value.is_object() && name != "input") check_each_field(federation, field);
  }
}

}  // namespace

TEST_CASE("a site's cache, or the remote's, with a field gone or changed") {
  for (const std::string node : {"local0", "remote"}) {
    for (const std::string phase : {"reference", "embed", "collect", "report"}) {
      CAPTURE(node);
      CAPTURE(phase);
      SmallFederation federation;
      const bool later = node == "local0" && phase == "embed";
      federation.run_until(node, phase, later ? 2 : 1);
      check_each_field(federation, "/cache");
    }
  }
}

TEST_CASE("a cache whose digest fits, with a field gone or of another kind, ends with its name") {
  for (const std::string node : {"local0", "remote"}) {
    for (const std::string phase : {"reference", "embed", "collect", "report"}) {
      CAPTURE(node);
      CAPTURE(phase);
      SmallFederation federation;
      federation.run_until(node, phase);
      const Json in = federation.next_stdin();
      for (const auto& [name, value] : in["cache"].items()) {
        if (name == "digest") continue;
        Json other = in;
        other["cache"].erase(name);
        other["cache"] = dsne::with_digest(other["cache"]);
        check_refused(federation, other, name + " is missing");
        if (!value.is_number() && !value.is_string()) continue;
        other["cache"][name] = Json::array({"canary"});
        other["cache"] = dsne::with_digest(other["cache"]);
        check_refused(federation, other, name + " is not what was kept");
      }
    }
  }
}

TEST_CASE("a site's id in a cache leads nowhere") {
  SmallFederation federation;
  federation.run_until("remote", "reference");
  const std::string elsewhere = "../../canary/passwd";
  const auto check_cache_refused = [&](const std::function<void(Json & cache)>& change) {
    Json in = federation.next_stdin();
    change(in["cache"]);
    in["cache"] = dsne::with_digest(in["cache"]);
    check_refused(federation, in, "a site's id must be 1 to 255 bytes without slashes");
  };
  check_cache_refused([&](Json& cache) { cache["sites"][elsewhere] = 0; });
  for (const char* names : {"names", "left_out_sites", "lost_sites"}) {
    CAPTURE(names);
    check_cache_refused([&](Json& cache) { cache[names][elsewhere] = "canary"; });
  }
  check_cache_refused([&](Json& cache) { cache["reference_holder"] = elsewhere; });
}

TEST_CASE("a cache may come back with whole numbers in another form") {
  SmallFederation federation;
  federation.run_until("local0", "embed");
  Json in = federation.next_stdin();
  in["cache"]["round"] = in["cache"]["round"].get<double>();
  dsne::check_digest(in["cache"], "the site's cache");
  const auto result = dsne::tools::run_process(federation.next().command, dsne::to_ascii(in));
  CHECK(result.exit_code == 0);
}
