// Stdin, phases and rounds that are wrong.

#include <doctest/doctest.h>

#include "core/json.h"
#include "folders.h"
#include "refusal.h"
#include "text_search.h"
#include "tools/process.h"

using dsne::Json;

namespace {

void check_bad_stdin(SmallFederation& federation) {
  const std::string good = federation.next_stdin().dump();
  const auto nested = [](std::size_t depth) {
    return "{\"input\": " + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  const std::string no_json = "stdin is not valid JSON";
  const std::string too_deep = "stdin nests arrays or objects too deeply";
  const std::string no_object = "stdin is not a JSON object";
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{{"", "stdin is empty"},
                                                        {" ", no_json},
                                                        {"canary", no_json},
                                                        {good.substr(0, good.size() / 2), no_json},
                                                        {good + "canary", no_json},
                                                        {"{\"input\": NaN}", no_json},
                                                        {"{\"input\": 1e999}", no_json},
                                                        {"{\"canary\": \"\xFF\"}", no_json},
                                                        {std::string("\0{}", 3), no_json},
                                                        {std::string(90, '['), no_json},
                                                        {nested(101), too_deep},
                                                        {nested(200000), too_deep},
                                                        {"[]", no_object},
                                                        {"null", no_object},
                                                        {"31337", no_object},
                                                        {"\"canary\"", no_object},
                                                        {"{}", "stdin: state is missing"}}) {
    check_refused(federation, text, expected);
  }
  check_refused_without(federation, "/input", "stdin: input is missing");
  for (const Json& value : {Json(nullptr), Json::array(), Json("canary"), Json(31337)}) {
    check_refused_with(federation, "/input", value, "stdin: input must be an object");
    check_refused_with(federation, "/cache", value, "stdin: cache must be an object");
    check_refused_with(federation, "/state", value, "the step's state is not a JSON object");
  }
  for (const std::string name :
       {"baseDirectory", "outputDirectory", "transferDirectory", "cacheDirectory", "clientId"}) {
    check_refused_without(federation, "/state/" + name, name + " is missing");
    check_refused_with(federation, "/state/" + name, 31337, name + " must be text");
    if (!name.starts_with("c")) {
      check_refused_with(federation, "/state/" + name, "/canary", name + " is not a directory");
    }
  }
}

}  // namespace

TEST_CASE("bad stdin of a site's first step") {
  SmallFederation federation;
  check_bad_stdin(federation);
}

TEST_CASE("bad stdin of the coordinator during a run") {
  SmallFederation federation;
  federation.run_until("remote", "embed");
  check_bad_stdin(federation);
  federation.run_until("remote", "collect");
}

TEST_CASE("a state with only its directories and name is enough") {
  SmallFederation federation;
  Json in = federation.next_stdin();
  in["state"].erase("iteration");
  in.erase("cache");
  const dsne::tools::ProcessResult result =
      dsne::tools::run_process(federation.next().command, dsne::to_ascii(in));
  CHECK(result.exit_code == 0);
  CHECK(Json::parse(result.out)["output"]["phase"] == "register");
}

TEST_CASE("a site refuses a message of another phase or round") {
  for (const std::string phase : {"reference", "embed", "collect", "report"}) {
    SmallFederation federation;
    federation.run_until("local1", phase);
    CAPTURE(phase);
    const auto refused = [&](const char* pointer, const Json& value) {
      check_refused_with(federation, pointer, value, "the remote's message");
    };
    const int round = federation.next_stdin()["input"]["round"];
    for (const Json& other : {Json(round + 1), Json(round - 1), Json(0), Json(-1), Json(1.5),
                              Json(1e300), Json(18446744073709551615ULL)}) {
      refused("/input/round", other);
    }
    for (const char* other : {"register", "finished", "canary", ""}) refused("/input/phase", other);
    refused("/input/phase", phase == "report" ? "embed" : "report");
    if (phase != "collect" && phase != "embed") refused("/input/phase", "collect");
    if (phase != "reference") refused("/input/phase", "reference");
  }
}

TEST_CASE("a site refuses a message before its registration, and inputs after it") {
  SmallFederation federation;
  federation.run_until("local1", "embed");
  Json in = federation.next_stdin();
  in["cache"] = Json::object();
  check_refused(federation, in, "the remote's message came before this site's registration");
  in = federation.next_stdin();
  in["input"] = small_sites()[1].input;
  check_refused(federation, in, "the remote's message: phase is missing");
}

TEST_CASE("the remote refuses answers of another phase or round, and naming the site") {
  for (const std::string phase : {"register", "reference", "embed", "collect", "report"}) {
    SmallFederation federation;
    federation.run_until("remote", phase);
    CAPTURE(phase);
    const auto refused = [&](const char* pointer, const Json& value) {
      check_refused_with(federation, pointer, value, "the message of site local2");
    };
    const int round = federation.next_stdin()["input"]["local2"]["round"];
    for (const Json& other : {Json(round + 1), Json(-1), Json(0.5), Json(1e300)}) {
      refused("/input/local2/round", other);
    }
    for (const char* other : {"finished", "canary", "", phase == "embed" ? "collect" : "embed"}) {
      refused("/input/local2/phase", other);
    }
    refused("/input/local2", "canary");
    refused("/input/local2", Json::array());
    check_refused_with(federation, "/input/local2", nullptr, "site local2 did not answer");
    if (phase == "register") continue;
    check_refused_without(federation, "/input/local2", "site local2 did not answer");
    check_refused_with(federation, "/input/canary", federation.next_stdin()["input"]["local1"],
                       "a site answered that did not register");
  }
}

TEST_CASE("the remote refuses to begin without a site, and to go on after the end") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  check_refused_with(federation, "/input", Json::object(), "no site has registered");
  federation.run_until("remote", "report");
  Json in = federation.next_stdin();
  federation.step();
  REQUIRE(federation.finished());
  in["cache"] = federation.node("remote").cache;
  for (auto& answer : in["input"]) {
    answer["phase"] = in["cache"]["phase"];
    answer["round"] = in["cache"]["round"];
  }
  const dsne::tools::ProcessResult result =
      dsne::tools::run_process(federation.node("remote").command, dsne::to_ascii(in));
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(result.err == "remote: the run has ended already\n");
}

TEST_CASE("a site must not have the reference's name") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  Json in = federation.next_stdin();
  in["input"]["reference"] = in["input"]["local1"];
  in["input"].erase("local1");
  check_refused(federation, in, "a site must not have the name reference");
}

TEST_CASE("an error is one line of at most 2,000 bytes, whatever a message held") {
  const auto error_of = [](SmallFederation& federation, const Json& in) {
    const auto result = dsne::tools::run_process(federation.next().command, dsne::to_ascii(in));
    CHECK(result.exit_code == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK(result.err.size() <= 2001);
    return result.err;
  };
  const std::string long_text(200000, 'x');
  SmallFederation federation;
  federation.run_until("local1", "reference");
  Json in = federation.next_stdin();
  in["state"]["clientId"] = long_text;
  in["input"]["keys"] = 5;
  CHECK(contains(error_of(federation, in), "keys is not an object"));
  federation.run_until("remote", "reference");
  in = federation.next_stdin();
  in["input"][long_text] = in["input"]["local0"];
  error_of(federation, in);

  SmallFederation begun;
  begun.run_until("remote", "register");
  in = begun.next_stdin();
  Json& faulty = in["input"]["local1"];
  for (int i = 0; i < 100; ++i)
    faulty["errors"].push_back(std::string(1900, 'x') + std::to_string(i));
  faulty["brings_reference"] = false;
  CHECK(contains(error_of(begun, in), "(2) and 99 more"));
}
