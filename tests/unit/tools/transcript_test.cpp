#include "tools/simulate/transcript.h"

#include <doctest/doctest.h>

#include <array>
#include <boost/filesystem.hpp>
#include <sstream>

#include "stand_in.h"
#include "tools/commands.h"

namespace fs = boost::filesystem;
using dsne::InputError;

namespace {

/// What a replay prints.
std::string replayed(const dsne::tools::SimulatedFederation& federation, const fs::path& transcript,
                     const dsne::tools::Arguments& more) {
  dsne::tools::Arguments arguments = {transcript.string(), "--local", federation.local.front(),
                                      "--remote", federation.remote.front()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::ostringstream text;
  dsne::tools::run(dsne::tools::replay_command(), arguments, {text, text});
  return text.str();
}

/// A recorded run of two sites.
struct Recorded {
  Recorded() : transcript(stand_in.path() / "transcript") {
    dsne::tools::TranscriptWriter writer(transcript);
    dsne::tools::run(stand_in.federation, writer);
  }

  std::string replay(const dsne::tools::Arguments& more = {}) const {
    return replayed(stand_in.federation, transcript, more);
  }

  StandInFederation stand_in{2};
  fs::path transcript;
};

void replace(const fs::path& file, const std::string& from, const std::string& to) {
  std::string text = content(file);
  const std::size_t place = text.find(from);
  REQUIRE(place != std::string::npos);
  write(file, text.replace(place, from.size(), to));
}

}  // namespace

TEST_CASE("a transcript holds the exact bytes of every call") {
  const StandInFederation stand_in(2);
  const fs::path folder = stand_in.path() / "new" / "transcript";
  struct Both : Recorder {
    explicit Both(const fs::path& path) : writer(path) {}
    void before(const dsne::tools::Call& call) override {
      Recorder::before(call);
      writer.before(call);
    }
    void after(const dsne::tools::Call& call, const dsne::tools::Answer& answer) override {
      Recorder::after(call, answer);
      writer.after(call, answer);
    }
    dsne::tools::TranscriptWriter writer;
  } both(folder);
  dsne::tools::run(stand_in.federation, both);

  const auto calls = dsne::tools::list_transcript(folder);
  REQUIRE(calls.size() == 9);
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(calls[i].number == i + 1);
    CHECK(calls[i].node == both.calls[i].node);
    CHECK(content(calls[i].input) == both.calls[i].input);
    CHECK(content(calls[i].output) == both.answers[i].text);
  }
  CHECK(fs::exists(folder / "0002-local1.in.json"));
  CHECK(fs::exists(folder / "0009-remote.out.json"));
}

TEST_CASE("a transcript needs an empty folder") {
  const TemporaryFolder folder;
  CHECK_NOTHROW(dsne::tools::TranscriptWriter(folder.path()));
  write(folder.path() / "file", "x");
  CHECK_THROWS_AS(dsne::tools::TranscriptWriter(folder.path()), InputError);
  CHECK_THROWS_AS(dsne::tools::TranscriptWriter(folder.path() / "file"), InputError);
  CHECK_THROWS_AS(dsne::tools::TranscriptWriter(folder.path() / "file" / "below"),
                  dsne::StorageError);
}

TEST_CASE("a failed call keeps its stdin, to be tried again") {
  const StandInFederation stand_in(1, "exit 1");
  const fs::path folder = stand_in.path() / "transcript";
  dsne::tools::TranscriptWriter writer(folder);
  CHECK_THROWS_AS(dsne::tools::run(stand_in.federation, writer), dsne::tools::RunError);
  CHECK(fs::exists(folder / "0001-local0.in.json"));
  CHECK_FALSE(fs::exists(folder / "0001-local0.out.json"));
}

TEST_CASE("the first difference of two documents is found") {
  using Case = std::array<const char*, 3>;
  for (const auto& [expected, actual, difference] : {
           Case{R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 2}]})", ""},
           Case{R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 3}]})", "/a/1/b has another value"},
           Case{R"([[1, 2], [3, 4]])", R"([[1, 0], [0, 4]])", "/0/1 has another value"},
           Case{R"({"a": 1, "b": 2})", R"({"b": 2})", "/a is missing"},
           Case{R"({"b": 2})", R"({"b": 2, "c/d": 2})", "/c~1d is new"},
           Case{R"({"a": [1, 2]})", R"({"a": [1]})", "/a has 1 entries instead of 2"},
           Case{R"({"a": [1]})", R"({"a": [1, 2]})", "/a has 2 entries instead of 1"},
           Case{R"({"a": [1, 2]})", R"({"a": {"b": 1}})", "/a is object instead of array"},
           Case{R"({"a": true})", R"({"a": false})", "/a has another value"},
           Case{R"({"a": 1.5})", R"({"a": 2})", "/a has another value"},
           Case{"1", "\"1\"", "the document is string instead of number"},
       }) {
    CHECK(dsne::tools::first_difference(dsne::Json::parse(expected), dsne::Json::parse(actual)) ==
          difference);
  }
}

TEST_CASE("a damaged transcript is refused") {
  const Recorded recorded;
  const auto in = recorded.transcript / "0004-local0.in.json";
  SUBCASE("a stdin is missing") { fs::remove(in); }
  SUBCASE("a stdout is missing") { fs::remove(recorded.transcript / "0004-local0.out.json"); }
  SUBCASE("a call is missing") {
    fs::remove(in);
    fs::remove(recorded.transcript / "0004-local0.out.json");
  }
  SUBCASE("a call occurs twice") {
    write(recorded.transcript / "0004-local1.in.json", "{}");
    write(recorded.transcript / "0004-local1.out.json", "{}");
  }
  SUBCASE("a stdin is cut") { write(in, content(in).substr(0, 50)); }
  SUBCASE("a stdin has no state") { write(in, "{\"input\": {}}"); }
  SUBCASE("a stdin is not an object") { write(in, "[]"); }
  SUBCASE("a stdin is another node's") { replace(in, "\"local0\"", "\"local1\""); }
  SUBCASE("a directory is missing") { replace(in, "cacheDirectory", "cacheDir"); }
  CHECK_THROWS_AS(recorded.replay(), InputError);
}

TEST_CASE("a folder without a transcript is refused") {
  const TemporaryFolder folder;
  write(folder.path() / "notes.txt", "x");
  CHECK_THROWS_AS(dsne::tools::list_transcript(folder.path()), InputError);
  CHECK_THROWS_AS(dsne::tools::list_transcript(folder.path() / "nothing"), InputError);
}

TEST_CASE("a single step finds a copy of what earlier steps left in the output folder") {
  const StandInFederation stand_in(1, read_state + R"sh(
if [ "$iteration" = 1 ]; then echo kept > "$output/kept"; fi
echo "{\"output\": {\"kept\": \"$(cat "$output/kept")\"}}"
echo more >> "$output/kept.log"
)sh",
                                   read_state + R"sh(
success=false
if [ "$iteration" = 2 ]; then success=true; fi
echo "{\"output\": {}, \"success\": $success}"
)sh");
  const fs::path folder = stand_in.path() / "transcript";
  dsne::tools::TranscriptWriter writer(folder);
  dsne::tools::run(stand_in.federation, writer);
  const fs::path log = stand_in.directories("local0").output / "kept.log";
  const std::string logged = content(log);
  CHECK(replayed(stand_in.federation, folder, {"--step", "3"}) == "1 step replayed, all equal.\n");
  CHECK(content(log) == logged);
}
