// Files may be lost on their way or disappear; see docs/coinstac.md.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <functional>

#include "exchange/state_names.h"
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
  return {result, snapshot(federation.folders("local0").output / "joint"),
          federation.exchanges().size()};
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

TEST_CASE("a reference that does not reach the coordinator is asked for again") {
  int losses = 2;
  std::function<void(const fs::path&)> lose;
  SUBCASE("lost") {
    lose = [](const fs::path& file) { fs::remove(file); };
  }
  SUBCASE("truncated") { lose = cut_in_half; }
  SUBCASE("damaged") { lose = flip_bit; }
  SUBCASE("replaced by a folder") {
    lose = [](const fs::path& file) {
      fs::remove(file);
      fs::create_directory(file);
    };
    losses = 1;
  }
  SmallFederation federation;
  federation.before = [&](Node& node) {
    const fs::path file = received_from(federation, "local0");
    if (node.id != dsne::tools::coordinator_id || !fs::exists(file) || losses == 0) return;
    --losses;
    lose(file);
  };
  federation.after = [&](Node& node) {
    // A site's file would not replace a folder.
    if (node.id == "local0" && fs::is_directory(received_from(federation, "local0"))) {
      fs::remove(received_from(federation, "local0"));
    }
  };
  const std::size_t expected = static_cast<std::size_t>(losses);
  check_ends_well(federation, expected);
}

TEST_CASE("a reference that does not reach a site is sent again") {
  int losses = 2;
  std::function<void(const fs::path&)> lose;
  SUBCASE("lost") {
    lose = [](const fs::path& file) { fs::remove(file); };
  }
  SUBCASE("truncated") { lose = cut_in_half; }
  SUBCASE("damaged") { lose = flip_bit; }
  SmallFederation federation;
  federation.before = [&](Node& node) {
    const fs::path file = node.directories.base / dsne::exchange::sent_reference_name;
    if (node.id != "local1" || !fs::exists(file) || losses == 0) return;
    --losses;
    lose(file);
  };
  check_ends_well(federation, 2);
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

TEST_CASE("received files may disappear during a run") {
  SmallFederation federation;
  federation.before = [](Node& node) {
    if (node.cache.value("phase", "") != "embed") return;
    fs::remove(node.directories.base / dsne::exchange::sent_reference_name);
    fs::remove_all(node.directories.base / "local0");
    fs::remove_all(node.directories.cache);
  };
  check_ends_well(federation, 0);
}

TEST_CASE("a site's copy in the output folder may disappear during a run") {
  SmallFederation federation;
  federation.before = [](Node& node) {
    const bool site =
        node.id != dsne::tools::coordinator_id && node.cache.value("phase", "") == "embed";
    if (site) fs::remove(node.directories.output / "reference.csv");
    if (site) fs::remove_all(node.directories.cache);
  };
  check_ends_well(federation, 0);
}

TEST_CASE("a reference that is missing everywhere is an error") {
  SmallFederation federation;
  federation.run_until("local1", "embed");
  fs::remove(federation.folders("local1").base / dsne::exchange::sent_reference_name);
  SUBCASE("removed") { fs::remove(federation.folders("local1").output / "reference.csv"); }
  SUBCASE("damaged") { flip_bit(federation.folders("local1").output / "reference.csv"); }
  check_refused(federation, "the reference in the output folder is missing or damaged");
}

TEST_CASE("the remote's copy of the reference is missing or damaged") {
  SmallFederation federation;
  federation.run_until("remote", "collect");
  const fs::path copy = federation.folders("remote").output / "reference.csv";
  SUBCASE("removed") {
    fs::remove(copy);
    check_refused(federation, "the reference");
  }
  SUBCASE("truncated") {
    cut_in_half(copy);
    check_refused(federation, "the reference");
  }
}
