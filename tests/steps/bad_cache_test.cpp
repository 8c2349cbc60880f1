// A node's own cache, damaged on its way through the orchestrator or on a disk.

#include "core/state.h"
#include "steps.h"

namespace {

/// Checks a node's refusals of its cache in each phase: with a field gone or another one, which the
/// digest tells, and with such a field under a digest that fits, which ends with the field's name.
void check_cache(const std::string& node, const std::string& phase) {
  CAPTURE(node);
  CAPTURE(phase);
  const std::string damaged =
      (node == "remote" ? "the remote's cache" : "the site's cache") + std::string(" is damaged");
  SmallFederation federation;
  federation.run_until(node, phase);
  const Json in = federation.next_stdin();
  for (const auto& item : in["cache"].items()) {
    const std::string name = item.key();
    const Json value = item.value();
    const std::string field = "/cache/" + name;
    check_refused(federation, {{field, gone, damaged}, {field, {31337, "canary"}, damaged}});
    if (value.is_structured() && !value.empty()) {
      check_refused(federation, {{field + "/-", 31337, damaged}});
    }
    if (name == "digest") continue;
    const auto refitted = [&](const Json& other) {
      Json changed = in;
      changed["cache"][name] = other;
      if (other.is_discarded()) changed["cache"].erase(name);
      changed["cache"] = dsne::with_digest(changed["cache"]);
      return changed;
    };
    check_refused(federation, refitted(gone), name + " is missing");
    if (!value.is_number() && !value.is_string()) continue;
    check_refused(federation, refitted(Json::array({"canary"})), name + " is not what was kept");
  }
}

}  // namespace

TEST_CASE("a cache with a field gone or changed is refused, also under a digest that fits") {
  for (const char* node : {"local0", "remote"}) {
    for (const char* phase : {"reference", "embed", "collect", "report"}) check_cache(node, phase);
  }
}

TEST_CASE("a site's id in a cache leads nowhere") {
  SmallFederation federation;
  federation.run_until("remote", "reference");
  const std::string elsewhere = "../../canary/passwd";
  const Json in = federation.next_stdin();
  for (const char* names : {"sites", "names", "left_out_sites", "lost_sites", "reference_holder"}) {
    Json changed = in;
    Json& value = changed["cache"][names];
    if (value.is_string()) {
      value = elsewhere;
    } else {
      value[elsewhere] = names == std::string("sites") ? Json(0) : Json("canary");
    }
    changed["cache"] = dsne::with_digest(changed["cache"]);
    check_refused(federation, changed, "a site's id must be 1 to 255 bytes without slashes");
  }
}

TEST_CASE("a cache may come back with whole numbers in another form") {
  SmallFederation federation;
  federation.run_until("local0", "embed");
  Json in = federation.next_stdin();
  in["cache"]["round"] = in["cache"]["round"].get<double>();
  CHECK(federation.ask(in).exit_code == 0);
}
