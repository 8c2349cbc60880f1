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

namespace {

/// Checks that the next call, after a bit in any of its node's files has changed, ends with an
/// error or does what it does otherwise.
void check_flips(SmallFederation& run) {
  const TemporaryFolder before;
  const fs::path root = run.output("local0").parent_path().parent_path().parent_path();
  const auto copy = [](const fs::path& from, const fs::path& to) {
    fs::remove_all(to);
    fs::copy(from, to, fs::copy_options::recursive);
  };
  copy(root, before.path());
  const Json in = run.next_stdin();
  const auto files = snapshot(root);
  const std::string answer = run.ask(in).out;
  const auto whole = snapshot(root);
  static std::mt19937 bits;
  for (const auto& [name, bytes] : files) {
    if (!contains('/' + name, '/' + run.next().id + '/') || bytes.empty()) continue;
    // It is asked for again (lost_files_test.cpp).
    if (run.next_phase() == "reference" && contains(name, "dsne_reference.csv")) continue;
    CAPTURE(name);
    copy(before.path(), root);
    std::string damaged = bytes;
    damaged[bits() % damaged.size()] ^= static_cast<char>(1 << bits() % 8);
    write(root / name, damaged);
    const auto result = run.ask(in);
    if (!result.failure().empty()) continue;
    CHECK(result.out == answer);
    auto left = snapshot(root);
    auto expected = whole;
    left.erase(name);
    expected.erase(name);
    CHECK(left == expected);
  }
  copy(before.path(), root);
}

}  // namespace

TEST_CASE("a changed bit in a node's file is an error, or changes nothing") {
  for (const std::vector<Site>& sites : runs()) {
    CAPTURE(sites.front().input.dump());
    SmallFederation run(sites);
    for (std::string before = "register"; !run.finished(); run.step()) {
      const std::string id = run.next().id;
      const std::string phase = run.next_phase();
      CAPTURE(id);
      CAPTURE(phase);
      const bool is_new = phase != before || phase == "reference";
      if (is_new && (id == "local0" || id == "remote")) check_flips(run);
      if (id == "remote") before = phase;
    }
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
