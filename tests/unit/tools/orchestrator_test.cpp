#include "tools/simulate/orchestrator.h"

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <string>

#include "stand_in.h"

namespace fs = boost::filesystem;
using dsne::Json;
using dsne::tools::Failure;
using dsne::tools::RunError;

namespace {

std::vector<Failure> failures_of(const dsne::tools::SimulatedFederation& federation) {
  Recorder recorder;
  try {
    dsne::tools::run(federation, recorder);
  } catch (const RunError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.failures();
  }
  return {};
}

/// The failure of a run of one site whose local or remote is this script.
Failure failure_of(const std::string& local, const std::string& remote = remote_program) {
  const StandInFederation stand_in(1, local, remote);
  const std::vector<Failure> failures = failures_of(stand_in.federation);
  REQUIRE(failures.size() == 1);
  return failures.front();
}

}  // namespace

TEST_CASE("a federation of two sites and three rounds runs as COINSTAC runs it") {
  const StandInFederation stand_in(2);
  Recorder recorder;
  const dsne::tools::RunResult result = dsne::tools::run(stand_in.federation, recorder);

  REQUIRE(recorder.calls.size() == 9);
  CHECK(result.calls == 9);
  CHECK(result.output == Json{{"got", "from local0, nested"}, {"round", 3}});
  for (std::size_t i = 0; i < 9; ++i) {
    const std::vector<std::string> nodes = {"local0", "local1", "remote"};
    CHECK(recorder.calls[i].number == i + 1);
    CHECK(recorder.calls[i].node == nodes[i % 3]);
    CHECK(recorder.answered[i] == i + 1);
  }

  SUBCASE("a first step gets the site's own inputs, an empty cache and its state") {
    const Json first = recorder.input(2);
    CHECK(first["input"] == Json{{"number", 1}});
    CHECK(first["cache"] == Json::object());
    CHECK(first["state"]["clientId"] == "local1");
    CHECK(first["state"]["iteration"] == 1);
    const dsne::coinstac::Directories directories = stand_in.directories("local1");
    CHECK(first["state"]["baseDirectory"] == directories.base.string());
    CHECK(first["state"]["outputDirectory"] == directories.output.string());
    CHECK(first["state"]["transferDirectory"] == directories.transfer.string());
    CHECK(first.size() == 3);
    CHECK(first["state"].size() == 6);
    CHECK(recorder.input(7)["state"]["iteration"] == 3);
  }
  SUBCASE("outputs are passed on") {
    const Json to_coordinator = recorder.input(3)["input"];
    CHECK(to_coordinator.size() == 2);
    CHECK(to_coordinator["local0"] == recorder.answers[0].output);
    CHECK(to_coordinator["local1"] == recorder.answers[1].output);
    CHECK(recorder.input(4)["input"] == recorder.answers[2].output);
    CHECK(recorder.input(5)["input"] == recorder.answers[2].output);
  }
  SUBCASE("a cache is merged key by key and is the node's own") {
    CHECK(recorder.input(4)["cache"] == Json{{"step1", true}, {"last", 1}});
    CHECK(recorder.input(8)["cache"] == Json{{"step1", true}, {"step2", true}, {"last", 2}});
    CHECK(recorder.input(9)["cache"] == Json{{"last", 2}});
  }
  SUBCASE("files are delivered after each step") {
    CHECK(recorder.answers[5].output["got"] == "from local0, nested");
    CHECK(content(stand_in.directories("remote").base / "local1" / "file.txt") == "from local1");
    CHECK(recorder.answers[6].output["received"] == "hello");
    CHECK(recorder.answers[7].output["received"] == "hello");
    for (const char* node : {"local0", "local1"}) {
      const dsne::coinstac::Directories directories = stand_in.directories(node);
      CHECK(content(directories.output / "joint" / "map.txt") == "map");
      CHECK_FALSE(fs::exists(directories.base / "joint"));
      CHECK(fs::is_empty(directories.transfer));
    }
    CHECK(fs::is_empty(stand_in.directories("remote").transfer));
  }
  SUBCASE("the cache directory exists during the run only") {
    CHECK(recorder.answers[7].output["steps"] == 3);
    const std::string first = recorder.input(1)["state"]["cacheDirectory"];
    const std::string second = recorder.input(2)["state"]["cacheDirectory"];
    CHECK(first != second);
    CHECK(fs::path(first).is_absolute());
    CHECK_FALSE(fs::exists(first));
    CHECK_FALSE(fs::exists(second));
  }
}

TEST_CASE("the order of answers makes no difference") {
  const auto texts = [](const std::string& slow) {
    const StandInFederation stand_in(
        2, site_program + "if [ \"$id\" = " + slow + " ]; then sleep 0.1; fi\n");
    Recorder recorder;
    dsne::tools::run(stand_in.federation, recorder);
    std::vector<std::string> result;
    for (const dsne::tools::Answer& answer : recorder.answers) result.push_back(answer.text);
    return result;
  };
  CHECK(texts("local0") == texts("local1"));
}

TEST_CASE("the sites run at the same time") {
  const StandInFederation stand_in(2, read_state + R"sh(
other=local1; if [ "$id" = local1 ]; then other=local0; fi
touch "$output/here"
for i in 1 2 3 4 5 6 7 8 9 10; do
  if [ -e "$output/../../$other/simulatorRun/here" ]; then echo '{"output": {}}'; exit 0; fi
  sleep 1
done
exit 1
)sh",
                                   "echo '{\"output\": {}, \"success\": true}'");
  Recorder recorder;
  CHECK(dsne::tools::run(stand_in.federation, recorder).calls == 3);
}

TEST_CASE("leftovers in a transfer folder are not sent") {
  const StandInFederation stand_in(1);
  write(stand_in.directories("local0").transfer / "old.txt", "old");
  write(stand_in.directories("local0").output / "kept.txt", "kept");
  Recorder recorder;
  dsne::tools::run(stand_in.federation, recorder);
  CHECK_FALSE(fs::exists(stand_in.directories("remote").base / "local0" / "old.txt"));
  CHECK(content(stand_in.directories("local0").output / "kept.txt") == "kept");
}

TEST_CASE("text outside ASCII is escaped, numbers keep every bit") {
  StandInFederation stand_in(
      1,
      "cat > /dev/null; echo '{\"output\": {\"name\": \"M\xc3\xbcnchen\", \"x\": "
      "[0.1, 1e-300, 123456789012345678]}}'",
      "cat > /dev/null; echo '{\"output\": {}, \"success\": true}'");
  stand_in.federation.inputs[0] = {{"word", "na\xc3\xafve"}};
  Recorder recorder;
  dsne::tools::run(stand_in.federation, recorder);
  CHECK(recorder.calls[0].input.find("na\\u00efve") != std::string::npos);
  CHECK(recorder.calls[1].input.find("M\\u00fcnchen") != std::string::npos);
  CHECK(recorder.input(2)["input"]["local0"]["x"] == Json{0.1, 1e-300, 123456789012345678});
}

TEST_CASE("a failing step ends the run and is named") {
  const Failure failure =
      failure_of(site_program + "if [ $iteration = 2 ]; then echo why >&2; exit 7; fi");
  CHECK(failure.node == "local0");
  CHECK(failure.number == 3);
  CHECK(failure.reason == "exit code 7");
  CHECK(failure.diagnostics == "why\n");
}

TEST_CASE("an answer that COINSTAC would not accept is a failure") {
  const std::string no_document = "stdout is not one JSON document";
  const std::string no_output = "stdout has no output, or it is no object";
  for (const auto& [local, reason] : std::vector<std::pair<std::string, std::string>>{
           {"echo hello", no_document},
           {"true", no_document},
           {"echo '{\"output\": {}} {}'", no_document},
           {"echo '{\"output\": {\"x\": NaN}}'", no_document},
           {"printf '{\"output\": {\"x\": \"\\377\"}}'", no_document},
           {"echo '[1]'", "stdout is not a JSON object"},
           {"echo '{\"cache\": {}}'", no_output},
           {"echo '{\"output\": 3}'", no_output},
           {"echo '{\"output\": {}, \"cache\": [1]}'", "stdout: cache must be an object"},
           {"echo '{\"output\": {}, \"success\": 1}'", "stdout: success must be true or false"},
           {"echo '{\"output\": {}, \"success\": true}'", "a site must never say success true"},
           {"kill -SEGV $$", "ended by signal 11"}}) {
    CHECK(failure_of(local).reason == reason);
  }
}

TEST_CASE("a failing remote is named") {
  const Failure failure = failure_of(site_program, "cat > /dev/null; echo no >&2; exit 1");
  CHECK(failure.node == "remote");
  CHECK(failure.number == 2);
  CHECK(failure.diagnostics == "no\n");
}

TEST_CASE("all sites that fail in a round are named, and the coordinator is not called") {
  const StandInFederation stand_in(
      3, read_state + "if [ \"$id\" != local1 ]; then exit 1; fi\n" + "echo '{\"output\": {}}'");
  const std::vector<Failure> failures = failures_of(stand_in.federation);
  REQUIRE(failures.size() == 2);
  CHECK(failures[0].node == "local0");
  CHECK(failures[1].node == "local2");
  CHECK(failures[1].number == 3);
}

TEST_CASE("a program that cannot be started is a failure") {
  StandInFederation stand_in(1);
  stand_in.federation.local = {(stand_in.path() / "nothing").string()};
  const std::vector<Failure> failures = failures_of(stand_in.federation);
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].reason.find("cannot start the program") == 0);
}

TEST_CASE("a federation without sites or without their files does not start") {
  Recorder recorder;
  StandInFederation stand_in(1);
  stand_in.federation.inputs.emplace_back(Json::object());
  CHECK_THROWS_AS(dsne::tools::run(stand_in.federation, recorder), dsne::InputError);
  stand_in.federation.inputs.clear();
  CHECK_THROWS_AS(dsne::tools::run(stand_in.federation, recorder), dsne::InputError);
  CHECK(recorder.calls.empty());
}
