// A run recorded by `dsne simulate` can be made again, by `dsne replay` or by hand.

#include <set>

#include "steps.h"

namespace {

/// A run by `dsne simulate`, with a transcript.
class RecordedRun {
 public:
  dsne::tools::ProcessResult simulate(const std::string& spec,
                                      const dsne::tools::Program& options = {}) const {
    dsne::tools::Program command = {DSNE_TOOL,      "simulate",
                                    "-d",           directory().string(),
                                    "-i",           (directory() / spec).string(),
                                    "--transcript", transcript().string()};
    command.insert(command.end(), options.begin(), options.end());
    return run_process(command, "");
  }
  int replay(const std::string& step = "") const {
    dsne::tools::Program command = {DSNE_TOOL, "replay", transcript().string()};
    if (!step.empty()) command.insert(command.end(), {"--step", step});
    const auto result = run_process(command, "");
    INFO(result.err);
    return result.exit_code;
  }
  fs::path directory() const { return folder_.path() / "run"; }
  fs::path transcript() const { return folder_.path() / "transcript"; }

 private:
  TemporaryFolder folder_;
};

/// Simulates a run of three small sites, of which some have another table.
dsne::tools::ProcessResult simulate_small(const RecordedRun& run,
                                          const std::set<std::string>& bad) {
  Json inputspec = Json::array();
  for (const Site& site : small_sites()) {
    const std::string id = dsne::tools::site_id(inputspec.size());
    const fs::path folder = run.directory() / "input" / id / "simulatorRun";
    for (const auto& [name, text] : site.files) write(folder / name, text);
    if (bad.contains(id)) write(folder / subjects_file, "canary,1\n2\n");
    Json inputs = Json::object();
    for (const auto& [name, value] : site.input.items()) inputs[name] = {{"value", value}};
    inputspec.push_back(inputs);
  }
  write(run.directory() / "inputspec.json", inputspec.dump());
  const fs::path compspec = run.directory() / "compspec.json";
  write(compspec, R"({"computation": {"input": {}}})");
  return run.simulate("inputspec.json", {"-s", compspec.string(), "-c", "3"});
}

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
  const RecordedRun run;
  const auto simulation = simulate_small(run, {});
  CAPTURE(simulation.err);
  REQUIRE(simulation.exit_code == 0);
  CHECK(fs::exists(run.directory() / "output/local2/simulatorRun/joint/embedding.csv"));
  for (const std::string step : {"", "1", "4", "8", "14", "20"}) {
    CAPTURE(step);
    CHECK(run.replay(step) == 0);
  }
  // By hand: the files are all that a shell needs. A site's first step makes its private copy.
  for (const std::string name :
       {"0001-local0", "0009-local0", "0002-local1", "0014-local1", "0016-remote"}) {
    CAPTURE(name);
    const std::string program = name.substr(5, 5) == "local" ? DSNE_LOCAL : DSNE_REMOTE;
    const auto result = run_process({"/bin/sh", "-c", "\"$0\" < \"$1\"", program,
                                     (run.transcript() / (name + ".in.json")).string()},
                                    "");
    const std::string recorded = content(run.transcript() / (name + ".out.json"));
    CHECK((result.out == recorded) == (name > "0004"));
    if (name < "0004") CHECK(without_key(result.out) == without_key(recorded));
  }

  const fs::path file = run.transcript() / "0021-local0.out.json";
  Json answer = Json::parse(content(file));
  std::string& words =
      answer["output"]["masked"]["mean_of_places"]["uint64"].get_ref<std::string&>();
  words[0] = words[0] == 'A' ? 'B' : 'A';
  write(file, dsne::to_ascii(answer));
  CHECK(run.replay() == 1);
  CHECK(run.replay("21") == 1);
  CHECK(run.replay("20") == 0);
}

TEST_CASE("each run of test-inputs works, and can be replayed") {
  const fs::path source = fs::path(DSNE_SOURCE_DIR) / "test-inputs";
  for (const std::string spec : {"inputspec.json", "dsne.json", "dp-dsne.json"}) {
    CAPTURE(spec);
    const RecordedRun run;
    write(run.directory() / spec, content(source / spec));
    for (const std::string site : {"local0", "local1", "local2"}) {
      for (const auto& [name, text] : snapshot(source / "input" / site / "simulatorRun")) {
        write(run.directory() / "input" / site / "simulatorRun" / name, text);
      }
      for (const std::string name : {"summary.csv", "summary_private.json"}) {
        write(run.directory() / "output" / site / name, content(source / "output" / site / name));
      }
    }
    const auto simulation = run.simulate(spec);
    CAPTURE(simulation.err);
    REQUIRE(simulation.exit_code == 0);
    CHECK(fs::exists(run.directory() / "output/local2/simulatorRun/index.html"));
    CHECK(run.replay() == 0);
  }
}

TEST_CASE("a failed run says why, and keeps its transcript") {
  const RecordedRun run;
  const auto simulation = simulate_small(run, {"local1", "local2"});
  CAPTURE(simulation.err);
  CHECK(simulation.exit_code == 1);
  for (const char* told : {"files of its sites have faults", "\n  local1, local2: site_data row 2",
                           "faulty_sites set to leave_out"}) {
    CHECK(contains(simulation.err, told));
  }
  // The coordinator reports no more than the sites.
  CHECK_FALSE(contains(simulation.err, "2 faults"));
  CHECK(fs::exists(run.transcript() / "0004-remote.in.json"));
  CHECK_FALSE(fs::exists(run.transcript() / "0004-remote.out.json"));
}
