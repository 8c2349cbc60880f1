// Stdin, phases and rounds that are wrong.

#include "steps.h"

namespace {

void check_bad_stdin(SmallFederation& federation) {
  const std::string good = federation.next_stdin().dump();
  const auto nested = [](std::size_t depth) {
    return "{\"input\": " + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  const std::string no_json = "stdin is not valid JSON";
  for (const std::string& text :
       {std::string(" "), std::string("canary"), good.substr(0, good.size() / 2), good + "canary",
        std::string("{\"input\": NaN}"), std::string("{\"input\": 1e999}"),
        std::string("{\"canary\": \"\xFF\"}"), std::string("\0{}", 3), std::string(90, '[')}) {
    check_refused(federation, text, no_json);
  }
  for (const std::size_t depth : {101U, 200000U}) {
    check_refused(federation, nested(depth), "stdin nests arrays or objects too deeply");
  }
  for (const std::string text : {"[]", "null", "31337", "\"canary\""}) {
    check_refused(federation, text, "stdin is not a JSON object");
  }
  check_refused(federation, std::string(), "stdin is empty");
  check_refused(federation, std::string("{}"), "stdin: state is missing");
  std::vector<Change> changes = {{"/input", gone, "stdin: input is missing"}};
  for (const Json& value : {Json(nullptr), Json::array(), Json("canary"), Json(31337)}) {
    changes.push_back({"/input", value, "stdin: input must be an object"});
    changes.push_back({"/cache", value, "stdin: cache must be an object"});
    changes.push_back({"/state", value, "the step's state is not a JSON object"});
  }
  for (const std::string name :
       {"baseDirectory", "outputDirectory", "transferDirectory", "cacheDirectory", "clientId"}) {
    changes.push_back({"/state/" + name, gone, name + " is missing"});
    changes.push_back({"/state/" + name, 31337, name + " must be text"});
    if (name.starts_with("c")) continue;
    changes.push_back({"/state/" + name, "/canary", name + " is not a directory"});
  }
  check_refused(federation, changes);
}

/// Rounds that another one is not, and what is none.
std::vector<Json> other_rounds(int round) {
  return {round + 1, round - 1, -1, 1.5, 1e300, 18446744073709551615ULL};
}

}  // namespace

TEST_CASE("bad stdin of a site's first step, and of the coordinator during a run") {
  SmallFederation federation;
  check_bad_stdin(federation);
  federation.run_until("remote", "embed");
  check_bad_stdin(federation);
  federation.run_until("remote", "collect");
}

TEST_CASE("a state with only its directories and name is enough") {
  SmallFederation federation;
  Json in = federation.next_stdin();
  in["state"].erase("iteration");
  in.erase("cache");
  CHECK(Json::parse(federation.ask(in).out)["output"]["phase"] == "register");
}

TEST_CASE("a site refuses a message of another phase or round") {
  for (const std::string phase : {"reference", "embed", "collect", "report"}) {
    CAPTURE(phase);
    SmallFederation federation;
    federation.run_until("local1", phase);
    std::vector<Change> changes;
    for (const Json& other : other_rounds(federation.next_stdin()["input"]["round"])) {
      changes.push_back({"/input/round", other, "the remote's message"});
    }
    for (const std::string other :
         {"register", "finished", "canary", "", "reference", "embed", "collect", "report"}) {
      // Before the map is made, and when it was, the error is another one.
      const bool is_next =
          (phase == "reference" && other == "embed") || (phase == "embed" && other == "collect");
      if (other == phase || is_next) continue;
      changes.push_back({"/input/phase", other, "the remote"});
    }
    check_refused(federation, changes);
  }
}

TEST_CASE("a site refuses a message before its registration, and inputs after it") {
  SmallFederation federation;
  federation.run_until("local1", "embed");
  check_refused(federation,
                {{"/cache", Json::object(), "message came before this site's registration"},
                 {"/input", small_sites()[1].input, "the remote's message: phase is missing"}});
}

TEST_CASE("the remote refuses answers of another phase or round, and naming the site") {
  for (const std::string phase : {"register", "reference", "embed", "collect", "report"}) {
    CAPTURE(phase);
    SmallFederation federation;
    federation.run_until("remote", phase);
    const Json input = federation.next_stdin()["input"];
    const std::string of_site = "the message of site local2";
    std::vector<Change> changes = {{"/input/local2", "canary", of_site},
                                   {"/input/local2", Json::array(), of_site},
                                   {"/input/local2", nullptr, "site local2 did not answer"}};
    for (const Json& other : other_rounds(input["local2"]["round"])) {
      changes.push_back({"/input/local2/round", other, of_site});
    }
    for (const char* other : {"finished", "canary", "", phase == "embed" ? "collect" : "embed"}) {
      changes.push_back({"/input/local2/phase", other, of_site});
    }
    if (phase != "register") {
      changes.push_back({"/input/local2", gone, "site local2 did not answer"});
      changes.push_back(
          {"/input/canary", input["local1"], "a site answered that did not register"});
    }
    check_refused(federation, changes);
  }
}

TEST_CASE("the remote refuses to begin without a site or with one of a reserved name") {
  SmallFederation federation;
  federation.run_until("remote", "register");
  Json input = federation.next_stdin()["input"];
  input["reference"] = input["local1"];
  input.erase("local1");
  check_refused(federation, {{"/input", Json::object(), "no site has registered"},
                             {"/input", input, "a site must not have the name reference"}});
}

TEST_CASE("the remote refuses to go on after the end") {
  SmallFederation federation;
  federation.run_until("remote", "report");
  Json in = federation.next_stdin();
  federation.step();
  REQUIRE(federation.finished());
  in["cache"] = federation.node("remote").cache;
  for (auto& answer : in["input"]) {
    answer["phase"] = in["cache"]["phase"];
    answer["round"] = in["cache"]["round"];
  }
  const auto result = run_process(federation.node("remote").command, dsne::to_ascii(in));
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(result.err == "remote: the run has ended already\n");
}

TEST_CASE("an error is one line of at most 2,000 bytes, whatever a message held") {
  const auto error_of = [](SmallFederation& federation, const Json& in) {
    const auto result = federation.ask(in);
    CHECK(result.exit_code == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK(result.err.size() <= 2001);
    return result.err;
  };
  const std::string long_text(200000, 'x');
  SmallFederation federation;
  federation.run_until("remote", "register");
  Json in = federation.next_stdin();
  Json& faulty = in["input"]["local1"];
  for (int i = 0; i < 100; ++i) {
    faulty["errors"].push_back(std::string(1900, 'x') + std::to_string(i));
  }
  faulty["brings_reference"] = false;
  CHECK(contains(error_of(federation, in), "(2) and 99 more"));
  federation.run_until("local1", "reference");
  in = federation.next_stdin();
  in["state"]["clientId"] = long_text;
  in["input"]["keys"] = 5;
  CHECK(contains(error_of(federation, in), "keys is not an object"));
  federation.run_until("remote", "reference");
  in = federation.next_stdin();
  in["input"][long_text] = in["input"]["local0"];
  error_of(federation, in);
}
