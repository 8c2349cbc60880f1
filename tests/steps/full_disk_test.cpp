// A disk that is full: nothing half-written, nothing lost, nothing on stdout.

#include <cstdint>

#include "steps.h"

namespace {

/// A program that can write no file beyond a size.
dsne::tools::Program limited(const dsne::tools::Program& command, std::uintmax_t bytes) {
  return {"/bin/sh", "-c", "exec prlimit --fsize=\"$1\" \"$0\"", command.front(),
          std::to_string(bytes)};
}

/// Checks that the next call is refused when files are limited, and well without the limit.
void check_limited(SmallFederation& federation, std::uintmax_t bytes, const std::string& expected) {
  const dsne::tools::Program unlimited = federation.next().command;
  federation.next().command = limited(unlimited, bytes);
  check_refused(federation, expected);
  federation.next().command = unlimited;
  federation.step();
}

/// The error of the next call with so much room for a file.
std::string error_with(SmallFederation& federation, std::uintmax_t bytes) {
  const auto result = run_process(limited(federation.next().command, bytes),
                                  dsne::to_ascii(federation.next_stdin()));
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  return result.err;
}

}  // namespace

TEST_CASE("no room where a step writes ends it, and with room the run goes on") {
  struct Place {
    std::string node, phase;
    int times;
    std::string written;  ///< a file of an earlier run, which stays whole
    std::uintmax_t room;
    std::string what;
  };
  for (const Place& place : std::vector<Place>{
           {"local1", "register", 1, "other", 1000, "this site's private copy of its subjects"},
           {"remote", "reference", 1, "reference.csv", 1000, "the reference"},
           {"local1", "reference", 2, "reference.csv", 1000, "the reference"},
           {"local1", "report", 1, "embedding.csv", 500, "embedding.csv"}}) {
    CAPTURE(place.node);
    CAPTURE(place.phase);
    SmallFederation federation;
    federation.run_until(place.node, place.phase, place.times);
    write(federation.output(place.node) / place.written, "old");
    check_limited(federation, place.room, "cannot write " + place.what + ": File too large");
    federation.run();
    CHECK(federation.embedding("local1").size() == 21);
  }
}

TEST_CASE("no room for the reference where it is sent from") {
  SmallFederation federation;
  federation.run_until("local0", "reference");
  CHECK(error_with(federation, 1000) ==
        "site local0: cannot write the reference: File too large\n");
  CHECK(fs::is_empty(federation.folders("local0").transfer));
  // The log has it before it is sent.
  const auto log = lines_of(content(federation.output("local0") / "release_log.jsonl"));
  CHECK(contains(log.back(), "\"what\":\"sent\""));
}

TEST_CASE("no room for a site's figures") {
  SmallFederation federation;
  federation.run_until("local1", "report");
  const fs::path output = federation.output("local1");
  const std::vector<std::string> files = {"embedding.png", "embedding.svg", "index.html"};
  for (const std::string& file : files) write(output / file, "old");
  CHECK(error_with(federation, 10000) ==
        "site local1: cannot write the PNG figure: File too large\n");
  for (const std::string& file : files) CHECK(content(output / file) == "old");
  // All files are whole, and there are no others.
  CHECK(federation.embedding("local1").size() == 21);
  CHECK(lines_of(content(output / "flagged.csv")).front().starts_with("id,"));
  CHECK(snapshot(output).size() == 8);
}

TEST_CASE("no room for the joint map") {
  SmallFederation federation;
  federation.run_until("remote", "report");
  fs::create_directory(federation.folders("remote").transfer / "joint");
  check_limited(federation, 500, "cannot write joint/embedding.csv: File too large");
  CHECK(federation.finished());
}

TEST_CASE("no room for the release log, at all or except for a part of it, and a folder there") {
  SmallFederation federation;
  for (const int room : {0, 10}) {
    federation.run_until("local1", "embed");
    const fs::path log = federation.output("local1") / "release_log.jsonl";
    check_limited(federation, fs::file_size(log) + room, "cannot write the release log");
  }
  federation.run_until("local1", "embed");
  fs::remove(federation.output("local1") / "release_log.jsonl");
  fs::create_directory(federation.output("local1") / "release_log.jsonl");
  check_refused(federation, "cannot write the release log: Is a directory");
}

TEST_CASE("no room for the disk cache is no error") {
  const auto answers = [](bool room) {
    SmallFederation federation;
    federation.run_until("local1", "embed");
    Node& node = federation.node("local1");
    // Not of its stdout, which is a file, too.
    if (!room) {
      node.command = {"/bin/sh", "-c", "prlimit --fsize=6000 \"$0\" | cat", node.command.front()};
    }
    federation.run_until("remote", "collect");
    // The disk cache's folder, the points, and the affinities, which are larger.
    CHECK(snapshot(node.directories.cache).size() == (room ? 3 : 2));
    return federation.answers();
  };
  CHECK(answers(false) == answers(true));
}

TEST_CASE("no room for the answer") {
  SmallFederation federation;
  for (const char* node : {"local1", "remote"}) {
    federation.run_until(node, "embed");
    const auto files = snapshot(federation.folders(node).transfer);
    const auto result =
        run_process({"/bin/sh", "-c", "exec \"$0\" > /dev/full", federation.next().command.front()},
                    dsne::to_ascii(federation.next_stdin()));
    CHECK(result.exit_code == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK(contains(result.err, "cannot write the answer to stdout"));
    CHECK(snapshot(federation.folders(node).transfer) == files);
  }
}
