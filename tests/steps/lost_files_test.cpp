// Files may be lost on their way or disappear; see docs/coinstac.md.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <functional>

#include "exchange/site_answers.h"
#include "folders.h"
#include "refusal.h"

namespace fs = boost::filesystem;
using dsne::Json;
using dsne::tools::Node;

namespace {

/// A run's result, without its number of messages.
struct Ending {
  Json result;
  std::map<std::string, std::string> joint_files;
  std::size_t calls = 0;
};

Ending ending(SmallFederation& federation) {
  Json result = federation.run();
  result.erase("round");
  return {result, snapshot(federation.joint()), federation.exchanges().size()};
}

const Ending& undisturbed() {
  static SmallFederation federation;
  static const Ending expected = ending(federation);
  return expected;
}

/// Checks that a run ends with the same result, some rounds later.
void check_ends_well(SmallFederation& federation, std::size_t more_rounds) {
  const Ending& expected = undisturbed();
  const Ending found = ending(federation);
  CHECK(found.result == expected.result);
  CHECK(found.joint_files == expected.joint_files);
  CHECK(found.calls == expected.calls + 4 * more_rounds);
}

fs::path received_from(SmallFederation& federation, const std::string& site) {
  return federation.folders("remote").base / site / dsne::exchange::sent_reference_name;
}

/// Cuts off a file's end.
void cut_in_half(const fs::path& file) {
  const std::string text = content(file);
  write(file, text.substr(0, text.size() / 2));
}

void flip_bit(const fs::path& file) {
  std::string text = content(file);
  text[text.size() / 2] ^= 1;
  write(file, text);
}

}  // namespace

TEST_CASE("a reference that does not reach the coordinator, or a site, is sent again") {
  using Lose = std::function<void(const fs::path&)>;
  const std::map<std::string, Lose> losses = {
      {"lost", [](const fs::path& file) { fs::remove(file); }},
      {"truncated", cut_in_half},
      {"damaged", flip_bit}};
  for (const std::string at : {"remote", "local1"}) {
    for (const auto& [kind, lose] : losses) {
      int left = 2;
      SmallFederation federation;
      federation.before = [&, &lose = lose](Node& node) {
        const fs::path file = at == "remote"
                                  ? received_from(federation, "local0")
                                  : node.directories.base / dsne::exchange::sent_reference_name;
        if (node.id != at || !fs::exists(file) || left == 0) return;
        --left;
        lose(file);
      };
      check_ends_well(federation, 2);
      CHECK(left == 0);
    }
  }
}

TEST_CASE("a folder in the place of a received reference is no reference") {
  SmallFederation federation;
  bool replaced = false;
  federation.before = [&](Node& node) {
    const fs::path file = received_from(federation, "local0");
    if (node.id != dsne::tools::coordinator_id || !fs::exists(file) || replaced) return;
    replaced = true;
    fs::remove(file);
    fs::create_directory(file);
  };
  federation.after = [&](Node& node) {
    // A site's file would not replace a folder.
    const fs::path file = received_from(federation, "local0");
    if (node.id == "local0" && fs::is_directory(file)) fs::remove(file);
  };
  check_ends_well(federation, 1);
}

TEST_CASE("a reference that never arrives ends the run") {
  SmallFederation federation;
  std::string expected;
  SUBCASE("at the coordinator") {
    federation.before = [&](Node&) { fs::remove(received_from(federation, "local0")); };
    expected = "the reference of site local0 did not arrive";
  }
  SUBCASE("at a site") {
    federation.before = [](Node& node) {
      if (node.id == "local2")
        fs::remove(node.directories.base / dsne::exchange::sent_reference_name);
    };
    expected = "the reference did not arrive at every site";
  }
  while (federation.next().id != dsne::tools::coordinator_id || federation.next().cache.empty() ||
         federation.next().cache["attempts"] != 20) {
    REQUIRE(federation.exchanges().size() < 200);
    federation.step();
  }
  federation.before(federation.next());
  check_refused(federation, expected);
}

TEST_CASE("what was received, or a site's copy of it, may disappear during a run") {
  for (const bool received : {true, false}) {
    CAPTURE(received);
    SmallFederation federation;
    federation.before = [&](Node& node) {
      if (node.cache.value("phase", "") != "embed") return;
      fs::remove_all(node.directories.cache);
      if (received) {
        fs::remove(node.directories.base / dsne::exchange::sent_reference_name);
        fs::remove_all(node.directories.base / "local0");
      } else if (node.id != dsne::tools::coordinator_id) {
        fs::remove(node.directories.output / "reference.csv");
      }
    };
    check_ends_well(federation, 0);
  }
}

TEST_CASE("a reference that is missing everywhere is an error") {
  SmallFederation federation;
  federation.run_until("local1", "embed");
  fs::remove(federation.folders("local1").base / dsne::exchange::sent_reference_name);
  SUBCASE("removed") { fs::remove(federation.output("local1") / "reference.csv"); }
  SUBCASE("damaged") { flip_bit(federation.output("local1") / "reference.csv"); }
  check_refused(federation, "the reference in the output folder is missing or damaged");
}

TEST_CASE("the remote's copy of the reference is missing or damaged") {
  SmallFederation federation;
  federation.run_until("remote", "collect");
  const fs::path copy = federation.output("remote") / "reference.csv";
  SUBCASE("removed") {
    fs::remove(copy);
    check_refused(federation, "the reference");
  }
  SUBCASE("truncated") {
    cut_in_half(copy);
    check_refused(federation, "the reference");
  }
}
