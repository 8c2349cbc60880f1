// Stdin, phases and rounds that are wrong.

#include <doctest/doctest.h>

#include "core/json_text.h"
#include "folders.h"
#include "refusal.h"
#include "text_search.h"
#include "tools/process.h"

using dsne::Json;

namespace {

void check_bad_stdin(SmallFederation& federation) {
  const std::string good = federation.next_stdin().dump();
  check_refused(federation, std::string(), "stdin is empty");
  for (const std::string& text :
       {std::string(" "), std::string("canary"), good.substr(0, good.size() / 2), good + "canary",
        std::string("{\"input\": NaN}"), std::string("{\"input\": 1e999}"),
        std::string("{\"canary\": \"\xFF\"}"), std::string("\0{}", 3), std::string(90, '[')}) {
    check_refused(federation, text, "stdin is not valid JSON");
  }
  for (const std::size_t depth : {101U, 200000U}) {
    check_refused(federation,
                  "{\"input\": " + std::string(depth, '[') + std::string(depth, ']') + "}",
                  "stdin nests arrays or objects too deeply");
  }
  for (const char* text : {"[]", "null", "31337", "\"canary\""}) {
    check_refused(federation, std::string(text), "stdin is not a JSON object");
  }
  check_refused(federation, std::string("{}"), "stdin: state is missing");
  check_refused_without(federation, "/input", "stdin: input is missing");
  for (const Json& value : {Json(nullptr), Json::array(), Json("canary"), Json(31337)}) {
    check_refused_with(federation, "/input", value, "stdin: input must be an object");
    check_refused_with(federation, "/cache", value, "stdin: cache must be an object");
    check_refused_with(federation, "/state", value, "the step's state is not a JSON object");
  }
  for (const char* name : {"baseDirectory", "outputDirectory", "transferDirectory"}) {
    const std::string pointer = std::string("/state/") + name;
    check_refused_without(federation, pointer, std::string(name) + " is missing");
    check_refused_with(federation, pointer, 31337, std::string(name) + " must be text");
    check_refused_with(federation, pointer, "/canary", std::string(name) + " is not a directory");
    check_refused_with(federation, pointer, "", std::string(name) + " is not a directory");
  }
  check_refused_without(federation, "/state/cacheDirectory", "cacheDirectory is missing");
  check_refused_without(federation, "/state/clientId", "clientId is missing");
  for (const Json& value : {Json(nullptr), Json(31337), Json::array({"canary"})}) {
    check_refused_with(federation, "/state/clientId", value, "clientId must be text");
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
  const std::string refused = "the remote's message";
  for (const std::string phase : {"reference", "embed", "collect", "report"}) {
    SmallFederation federation;
    federation.run_until("local1", phase);
    CAPTURE(phase);
    const Json round = federation.next_stdin()["input"]["round"];
    for (const Json& value :
         {Json(round.get<int>() + 1), Json(round.get<int>() - 1), Json(0), Json(-1), Json(1.5),
          Json(1e300), Json(18446744073709551615ULL), Json("31337"), Json(nullptr)}) {
      check_refused_with(federation, "/input/round", value, refused);
    }
    check_refused_without(federation, "/input/round", refused);
    check_refused_without(federation, "/input/phase", refused);
    for (const char* other : {"register", "finished", "canary", ""}) {
      check_refused_with(federation, "/input/phase", other, refused);
    }
    check_refused_with(federation, "/input/phase", 31337, refused);
    check_refused_with(federation, "/input/phase", phase == "report" ? "embed" : "report", refused);
    if (phase != "collect" && phase != "embed") {
      check_refused_with(federation, "/input/phase", "collect", refused);
    }
    if (phase != "reference") check_refused_with(federation, "/input/phase", "reference", refused);
  }
}

TEST_CASE("a site refuses to begin before the reference has arrived") {
  SmallFederation federation;
  federation.run_until("local1", "reference");
  check_refused_with(federation, "/input/phase", "embed", "phase");
  federation.step();
  federation.run_until("local1", "reference");
  check_refused_with(federation, "/input/phase", "embed",
                     "the remote began the map before this site had the reference");
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
    const int round = federation.next_stdin()["input"]["local2"]["round"];
    for (const Json& value : {Json(round + 1), Json(-1), Json(0.5), Json(1e300), Json("31337"),
                              Json(nullptr), Json::array()}) {
      check_refused_with(federation, "/input/local2/round", value, "the message of site local2");
    }
    for (const char* other : {"finished", "canary", ""}) {
      check_refused_with(federation, "/input/local2/phase", other, "the message of site local2");
    }
    check_refused_with(federation, "/input/local2/phase", phase == "embed" ? "collect" : "embed",
                       "the message of site local2");
    check_refused_without(federation, "/input/local2/phase", "the message of site local2");
    check_refused_with(federation, "/input/local2", nullptr, "site local2 did not answer");
    check_refused_with(federation, "/input/local2", "canary", "the message of site local2");
    check_refused_with(federation, "/input/local2", Json::array(), "the message of site local2");
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
