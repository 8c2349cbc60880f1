// An engine repeats steps: a run whose steps are all made twice, at once, or after they were killed
// ends like one whose steps are made once.

#include <random>
#include <thread>

#include "methods/method.h"
#include "steps.h"

namespace {

/// Sites of every kind of run.
std::vector<std::vector<Site>> runs() {
  std::vector<std::vector<Site>> all = {summary_sites()};
  for (const dsne::methods::Method* method : dsne::methods::known_methods()) {
    all.push_back(sites_of(method->name, {{"max_iterations", 2}}));
  }
  all.push_back(sites_of("sphere", {{"sphere_epsilon", 1}}, {{"epsilon_budget", 5}}));
  all.push_back(small_sites({{"faulty_sites", "leave_out"}}));
  all.back()[1].files[subjects_file] = "canary,1\n2\n";
  return all;
}

/// All files that a run has left in its nodes' output folders, and beside them.
std::map<std::string, std::string> left_by(SmallFederation& run) {
  return snapshot(run.output("local0").parent_path().parent_path());
}

/// Makes a step by copies at once.
void make_at_once(const Node& node, const std::string& in) {
  std::vector<std::thread> copies;
  std::vector<std::string> failures(3);
  copies.reserve(failures.size());
  for (std::string& failure : failures) {
    copies.emplace_back([&] { failure = run_process(node.command, in).failure(); });
  }
  for (std::thread& copy : copies) copy.join();
  CHECK(failures == std::vector<std::string>(3));
}

/// Makes a step and kills it at any moment.
void make_and_kill(const Node& node, const std::string& in) {
  static std::mt19937 moments(std::random_device{}());
  std::uniform_int_distribution<int> milliseconds(1, 60);
  const std::string seconds = std::to_string(milliseconds(moments) / 1000.0);
  CAPTURE(seconds);
  run_process({"/usr/bin/timeout", "-s", "KILL", seconds, node.command.front()}, in);
}

}  // namespace

TEST_CASE("a run ends alike when each step comes after copies at once, or after it was killed") {
  for (const std::vector<Site>& sites : runs()) {
    CAPTURE(sites.front().input.dump());
    FinishedRun once(sites);
    for (const auto& make_before : {make_at_once, make_and_kill}) {
      SmallFederation run(sites);
      run.before = [&](Node& node) { make_before(node, dsne::to_ascii(run.next_stdin())); };
      run.run();
      CHECK(run.answers() == once.answers());
      CHECK(left_by(run) == left_by(once));
    }
  }
}

TEST_CASE("a private release is charged once, however often its step is made") {
  for (const char* method : {"dp-density", "dp-dsne"}) {
    CAPTURE(method);
    SmallFederation run(sites_of(method));
    run.run_until("local1", "embed");
    const std::string in = dsne::to_ascii(run.next_stdin());
    const fs::path ledger = run.output("local1").parent_path() / "privacy_ledger.jsonl";
    const Node& node = run.next();
    const std::string first = run_process(node.command, in).out;
    const std::string charged = content(ledger);
    CHECK(lines_of(charged).size() == 1);
    std::vector<std::thread> copies;
    std::vector<std::string> answers(20);
    for (std::string& answer : answers) {
      copies.emplace_back([&] { answer = run_process(node.command, in).out; });
    }
    for (std::thread& copy : copies) copy.join();
    for (const std::string& answer : answers) CHECK(answer == first);
    CHECK(content(ledger) == charged);
    // A message with another map asks for a second draw of the same release.
    Json other = Json::parse(in);
    other["input"]["a new member"] = 1;
    check_refused(run, other, "makes no second one");
    CHECK(content(ledger) == charged);
    run.run();
  }
}

TEST_CASE("what a killed step left unfinished is removed by the next") {
  SmallFederation run;
  run.run_until("local1", "reference");
  const fs::path output = run.output("local1");
  const fs::path transfer = run.folders("local1").transfer;
  const std::string unfinished = ".dsne-unfinished-a1B2c3";
  for (const fs::path& folder : {output, output / "joint", transfer}) {
    write(folder / unfinished, "canary");
  }
  run.step();
  for (const fs::path& folder : {output, output / "joint", transfer}) {
    CHECK_FALSE(fs::exists(folder / unfinished));
  }
}
