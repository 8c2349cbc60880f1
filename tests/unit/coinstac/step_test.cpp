#include "coinstac/step.h"

#include <doctest/doctest.h>

#include <sstream>
#include <stdexcept>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::Json;
using dsne::Step;
using dsne::StepResult;

namespace {

struct Ran {
  int code = 0;
  std::string out;
  std::string err;
};

Ran run(const std::string& text, const std::function<StepResult(const Step&)>& handle) {
  std::istringstream in(text);
  std::ostringstream out;
  std::ostringstream err;
  const int code = dsne::coinstac::run_step("site", handle, in, out, err);
  return {code, out.str(), err.str()};
}

Json document() {
  return {{"input", {{"a", 1}}},
          {"cache", Json::object()},
          {"state",
           {{"baseDirectory", "/"},
            {"outputDirectory", "/"},
            {"transferDirectory", "/"},
            {"cacheDirectory", "/gone"},
            {"clientId", "local1"},
            {"iteration", 1}}}};
}

StepResult echo(const Step& step) { return {{step.input}, {{"seen", step.node}}, false}; }

}  // namespace

TEST_CASE("a step's answer is one ASCII JSON document") {
  const Ran ran = run(document().dump(), [](const Step& step) {
    StepResult result = echo(step);
    result.output.message["name"] = "Zo\xc3\xab";
    return result;
  });
  CHECK(ran.code == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out.find("Zo\\u00eb") != std::string::npos);
  const Json answer = Json::parse(ran.out);
  CHECK(answer["output"]["a"] == 1);
  CHECK(answer["cache"]["seen"] == "local1");
  CHECK(answer["success"] == false);
}

TEST_CASE("sent files are put into the transfer folder, received ones are read on request") {
  const TemporaryFolder base;
  const TemporaryFolder transfer;
  dsne::write_files({{"local0/sent.csv", "from local0", "it"}}, base.path());
  Json with_files = document();
  with_files["state"]["baseDirectory"] = base.path().string();
  with_files["state"]["transferDirectory"] = transfer.path().string();
  const Ran ran = run(with_files.dump(), [](const Step& step) {
    CHECK(step.received("local0/sent.csv", "it") == "from local0");
    CHECK(step.received("local1/sent.csv", "it") == std::nullopt);
    CHECK(step.received("local0", "it") == std::nullopt);
    return StepResult{{step.input, {{"joint/map.txt", "a map", "the map"}}}, Json::object()};
  });
  CHECK(ran.code == 0);
  CHECK(dsne::read_file(transfer.path() / "joint" / "map.txt", "it") == "a map");
}

TEST_CASE("a file that cannot be sent is an error, and there is no answer") {
  TemporaryFolder transfer;
  dsne::write_files({{"joint", "in the way", "it"}}, transfer.path());
  Json with_files = document();
  with_files["state"]["transferDirectory"] = transfer.path().string();
  const Ran ran = run(with_files.dump(), [](const Step& step) {
    return StepResult{{step.input, {{"joint/map.txt", "a map", "the map"}}}, Json::object()};
  });
  CHECK(ran.code == 1);
  CHECK(ran.out.empty());
  CHECK(ran.err == "site local1: cannot make the folder of the map\n");
}

TEST_CASE("an error is one line that names the node, without a library's message") {
  const Ran ours = run(document().dump(), [](const Step&) -> StepResult {
    throw dsne::InputError("column 3\nis wrong");
  });
  CHECK(ours.code == 1);
  CHECK(ours.out.empty());
  CHECK(ours.err == "site local1: column 3 is wrong\n");
  const Ran theirs = run(document().dump(),
                         [](const Step&) -> StepResult { throw std::runtime_error("patient 17"); });
  CHECK(theirs.err == "site local1: internal error\n");
}
