// Files may be lost on their way or disappear; see docs/coinstac.md.

#include <functional>

#include "exchange/site_answers.h"
#include "steps.h"

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

/// Checks that a run ends with the same result as an undisturbed one, some rounds later.
void check_ends_well(SmallFederation& federation, std::size_t more_rounds) {
  static SmallFederation undisturbed;
  static const Ending expected = ending(undisturbed);
  const Ending found = ending(federation);
  CHECK(found.result == expected.result);
  CHECK(found.joint_files == expected.joint_files);
  CHECK(found.calls == expected.calls + 4 * more_rounds);
}

/// The reference that a node has received, from the site that brings it.
fs::path received_by(SmallFederation& federation, const std::string& node) {
  const fs::path base = federation.folders(node).base;
  return (node == "remote" ? base / "local0" : base) / dsne::exchange::sent_reference_name;
}

using Loss = std::function<void(const fs::path&)>;

void cut_in_half(const fs::path& file) {
  const std::string text = content(file);
  write(file, text.substr(0, text.size() / 2));
}

void flip_bit(const fs::path& file) {
  std::string text = content(file);
  text[text.size() / 2] ^= 1;
  write(file, text);
}

void take_away(const fs::path& file) { fs::remove(file); }

}  // namespace

TEST_CASE("a reference that does not reach the coordinator, or a site, is sent again") {
  for (const std::string at : {"remote", "local1"}) {
    for (const Loss& lose : {Loss(take_away), Loss(cut_in_half), Loss(flip_bit)}) {
      int left = 2;
      SmallFederation federation;
      federation.before = [&](Node& node) {
        const fs::path file = received_by(federation, at);
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
    const fs::path file = received_by(federation, "remote");
    if (node.id != dsne::tools::coordinator_id || !fs::exists(file) || replaced) return;
    replaced = true;
    fs::remove(file);
    fs::create_directory(file);
  };
  federation.after = [&](Node& node) {
    // A site's file would not replace a folder.
    const fs::path file = received_by(federation, "remote");
    if (node.id == "local0" && fs::is_directory(file)) fs::remove(file);
  };
  check_ends_well(federation, 1);
}

TEST_CASE("a reference that never arrives ends the run") {
  for (const auto& [at, expected] :
       {std::pair<std::string, std::string>{"remote", "reference of site local0 did not arrive"},
        {"local2", "the reference did not arrive at every site"}}) {
    SmallFederation federation;
    federation.before = [&, &at = at](Node& node) {
      if (node.id == at) fs::remove(received_by(federation, at));
    };
    while (federation.next().id != "remote" || federation.next().cache.empty() ||
           federation.next().cache["attempts"] != 20) {
      REQUIRE(federation.exchanges().size() < 200);
      federation.step();
    }
    federation.before(federation.next());
    check_refused(federation, expected);
  }
}

TEST_CASE("what was received, or a site's copy of it, may disappear during a run") {
  for (const bool received : {true, false}) {
    CAPTURE(received);
    SmallFederation federation;
    federation.before = [&](Node& node) {
      if (node.cache.value("phase", "") != "embed") return;
      fs::remove_all(node.directories.cache);
      if (received) {
        fs::remove(received_by(federation, node.id));
      } else if (node.id != dsne::tools::coordinator_id) {
        fs::remove(node.directories.output / "reference.csv");
      }
    };
    check_ends_well(federation, 0);
  }
}

TEST_CASE("a reference that is missing or damaged everywhere is an error") {
  struct Damage {
    std::string node, phase;
    Loss lose;
  };
  for (const Damage& damage : {Damage{"local1", "embed", take_away},
                               {"local1", "embed", flip_bit},
                               {"remote", "collect", take_away},
                               {"remote", "collect", cut_in_half}}) {
    SmallFederation federation;
    federation.run_until(damage.node, damage.phase);
    if (damage.node != "remote") fs::remove(received_by(federation, damage.node));
    damage.lose(federation.output(damage.node) / "reference.csv");
    check_refused(federation, "the reference");
  }
}
