// A run recorded by `dsne simulate` can be made again, by `dsne replay` or by hand.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "core/json.h"
#include "folders.h"
#include "small_data.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/orchestrator.h"
#include "tools/process.h"

namespace fs = boost::filesystem;
using dsne::Json;

namespace {

/// A run by `dsne simulate`, with a transcript.
class RecordedRun {
 public:
  explicit RecordedRun(std::string spec) : spec_(std::move(spec)) {}

  dsne::tools::ProcessResult simulate() const {
    dsne::tools::Program command = {DSNE_TOOL,      "simulate",
                                    "-d",           directory().string(),
                                    "-i",           (directory() / spec_).string(),
                                    "--transcript", transcript().string()};
    command.insert(command.end(), options_.begin(), options_.end());
    return dsne::tools::run_process(command, "");
  }

  fs::path directory() const { return folder_.path() / "run"; }
  fs::path transcript() const { return folder_.path() / "transcript"; }

 protected:
  std::string spec_;
  dsne::tools::Program options_;

 private:
  TemporaryFolder folder_;
};

/// A run of three small sites.
class SimulatedRun : public RecordedRun {
 public:
  SimulatedRun() : RecordedRun("inputspec.json") {
    Json inputspec = Json::array();
    for (const Site& site : small_sites()) {
      const std::string id = dsne::tools::site_id(inputspec.size());
      for (const auto& [name, text] : site.files) {
        write(directory() / "input" / id / "simulatorRun" / name, text);
      }
      Json inputs = Json::object();
      for (const auto& [name, value] : site.input.items()) inputs[name] = {{"value", value}};
      inputspec.push_back(inputs);
    }
    write(directory() / "inputspec.json", inputspec.dump());
    const fs::path compspec = directory() / "compspec.json";
    write(compspec, R"({"computation": {"input": {}}})");
    options_ = {"-s", compspec.string(), "-c", "3"};
  }
};

dsne::tools::ProcessResult replay(const fs::path& transcript, const std::string& step = "") {
  dsne::tools::Program command = {DSNE_TOOL, "replay", transcript.string()};
  if (!step.empty()) command.insert(command.end(), {"--step", step});
  return dsne::tools::run_process(command, "");
}

void copy_folder(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy(from, to, fs::copy_options::recursive);
}

/// A copy of test-inputs as it is in the repository, and its runs.
class ScansRun : public RecordedRun {
 public:
  explicit ScansRun(const std::string& spec) : RecordedRun(spec + ".json") {
    for (const std::string site : {"local0", "local1", "local2"}) {
      const fs::path kept = fs::path("output") / site;
      copy_folder(source() / "input" / site, directory() / "input" / site);
      for (const std::string name : {"summary.csv", "summary_private.json"}) {
        write(directory() / kept / name, content(source() / kept / name));
      }
    }
    write(directory() / spec_, content(source() / spec_));
  }

 private:
  static fs::path source() { return fs::path(DSNE_SOURCE_DIR) / "test-inputs"; }
};

/// What a site's first call printed, without the key that it draws anew in each.
Json without_key(const std::string& out) {
  Json answer = Json::parse(out);
  REQUIRE(answer["output"]["keys"].erase("run") == 1);
  REQUIRE(answer["cache"]["sums"].erase("secret") == 1);
  REQUIRE(answer["cache"].erase("digest") == 1);
  return answer;
}

}  // namespace

TEST_CASE("a simulated run is recorded and can be replayed") {
  const SimulatedRun run;
  const dsne::tools::ProcessResult simulation = run.simulate();
  CAPTURE(simulation.err);
  REQUIRE(simulation.exit_code == 0);
  CHECK(fs::exists(run.directory() / "output/local2/simulatorRun/joint/embedding.csv"));

  const dsne::tools::ProcessResult whole = replay(run.transcript());
  CAPTURE(whole.err);
  CHECK(whole.exit_code == 0);
  for (const std::string step : {"1", "4", "8", "14", "20"}) {
    CAPTURE(step);
    const dsne::tools::ProcessResult one = replay(run.transcript(), step);
    CAPTURE(one.err);
    CHECK(one.exit_code == 0);
  }
  // By hand: the files are all that a shell needs. A site's first step makes its private copy.
  for (const std::string name :
       {"0001-local0", "0009-local0", "0002-local1", "0014-local1", "0016-remote"}) {
    CAPTURE(name);
    const std::string program = name.substr(5, 5) == "local" ? DSNE_LOCAL : DSNE_REMOTE;
    const dsne::tools::ProcessResult result =
        dsne::tools::run_process({"/bin/sh", "-c", "\"$0\" < \"$1\"", program,
                                  (run.transcript() / (name + ".in.json")).string()},
                                 "");
    CAPTURE(result.err);
    const std::string recorded = content(run.transcript() / (name + ".out.json"));
    if (name < "0004") {
      CHECK(result.out != recorded);
      CHECK(without_key(result.out) == without_key(recorded));
    } else {
      CHECK(result.out == recorded);
    }
  }

  const fs::path file = run.transcript() / "0021-local0.out.json";
  Json answer = Json::parse(content(file));
  std::string& words =
      answer["output"]["masked"]["mean_of_places"]["uint64"].get_ref<std::string&>();
  words[0] = words[0] == 'A' ? 'B' : 'A';
  write(file, dsne::to_ascii(answer));
  CHECK(replay(run.transcript()).exit_code == 1);
  CHECK(replay(run.transcript(), "21").exit_code == 1);
  CHECK(replay(run.transcript(), "20").exit_code == 0);
}

TEST_CASE("each run of test-inputs works, and can be replayed") {
  for (const std::string spec : {"inputspec", "dsne", "dp-dsne"}) {
    CAPTURE(spec);
    const ScansRun run(spec);
    const dsne::tools::ProcessResult simulation = run.simulate();
    CAPTURE(simulation.err);
    REQUIRE(simulation.exit_code == 0);
    CHECK(fs::exists(run.directory() / "output/local2/simulatorRun/index.html"));
    const dsne::tools::ProcessResult whole = replay(run.transcript());
    CAPTURE(whole.err);
    CHECK(whole.exit_code == 0);
  }
}

TEST_CASE("a failed run says why, and keeps its transcript") {
  const SimulatedRun run;
  for (const char* site : {"local1", "local2"}) {
    write(run.directory() / "input" / site / "simulatorRun" / subjects_file, "canary,1\n2\n");
  }
  const dsne::tools::ProcessResult simulation = run.simulate();
  CAPTURE(simulation.err);
  CHECK(simulation.exit_code == 1);
  for (const char* told : {"files of its sites have faults", "\n  local1, local2: site_data row 2",
                           "faulty_sites set to leave_out"}) {
    CAPTURE(told);
    CHECK(contains(simulation.err, told));
  }
  // The coordinator reports no more than the sites.
  CHECK_FALSE(contains(simulation.err, "2 faults"));
  CHECK(fs::exists(run.transcript() / "0004-remote.in.json"));
  CHECK_FALSE(fs::exists(run.transcript() / "0004-remote.out.json"));
}
