// The state is the JSON: the same stdin gives the same stdout, whatever happens to scratch.

#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "exchange/site_answers.h"
#include "steps.h"
#include "tools/folders.h"

namespace {

const std::vector<std::string>& plain_answers() {
  static const auto answers = FinishedRun().answers();
  return answers;
}

/// A new process for another user, if this machine lets us. @return an empty program if not
dsne::tools::Program as_nobody(const dsne::tools::Program& command) {
  if (::geteuid() != 0) return {};
  dsne::tools::Program other = {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534",
                                "--clear-groups"};
  dsne::tools::Program probe = other;
  probe.insert(probe.end(), {"/usr/bin/test", "-x", command.front()});
  if (!fs::exists(other.front()) || !run_process(probe, "").failure().empty()) return {};
  other.insert(other.end(), command.begin(), command.end());
  return other;
}

void give_to_nobody(const fs::path& folder) { REQUIRE(::chown(folder.c_str(), 65534, 65534) == 0); }

}  // namespace

TEST_CASE("two runs are equal byte for byte, also with the sites in another order") {
  for (const bool backwards : {false, true}) {
    SmallFederation federation;
    federation.sites_backwards = backwards;
    federation.run();
    CHECK(federation.answers() == plain_answers());
  }
}

TEST_CASE("scratch may be lost at any time, and nothing is left in it after the run") {
  using Loss = std::function<void(const fs::path&)>;
  for (const Loss& lose : {Loss([](const fs::path&) {}), Loss(dsne::tools::empty_folder),
                           Loss([](const fs::path& folder) { fs::remove_all(folder); }),
                           Loss([](const fs::path& folder) {
                             fs::remove_all(folder);
                             write(folder, "a file");
                           })}) {
    SmallFederation federation;
    federation.before = [&](Node& node) { lose(node.directories.cache); };
    federation.run();
    CHECK(federation.answers() == plain_answers());
    for (const std::string& id : federation.ids()) {
      const fs::path scratch = federation.folders(id).cache;
      CHECK((!fs::is_directory(scratch) || fs::is_empty(scratch)));
    }
  }
}

TEST_CASE("old output and transfers of an earlier run are harmless") {
  SmallFederation federation;
  federation.before = [](Node& node) {
    if (node.steps > 0) return;
    write(node.directories.output / "embedding.csv", "old");
    write(node.directories.output / "reference.csv", "old");
    if (node.id == dsne::tools::coordinator_id)
      write(node.directories.base / "local0" / dsne::exchange::sent_reference_name, "old");
  };
  federation.run_until("remote", "register");
  write(federation.folders("local1").base / dsne::exchange::sent_reference_name, "old");
  federation.run();
  CHECK(federation.answers() == plain_answers());
  CHECK(federation.embedding("local0").size() == 25);
}

TEST_CASE("an input folder that cannot be written, and scratch that cannot") {
  SmallFederation federation;
  std::vector<fs::path> closed;
  for (const std::string& id : federation.ids()) {
    Node& node = federation.node(id);
    closed.push_back(node.directories.base);
    closed.push_back(node.directories.cache);
    if (::geteuid() != 0) continue;
    node.command = as_nobody(node.command);
    if (node.command.empty()) {
      MESSAGE("skipped: the programs cannot be run as another user here");
      return;
    }
    give_to_nobody(node.directories.output);
    give_to_nobody(node.directories.transfer);
  }
  const auto set_mode = [&](mode_t mode) {
    for (const fs::path& folder : closed) REQUIRE(::chmod(folder.c_str(), mode) == 0);
  };
  federation.before = [&](Node&) { set_mode(0555); };
  federation.after = [&](Node& node) {
    set_mode(0755);
    if (::geteuid() != 0) return;
    // What travels must be readable for the other user, as a mounted folder is.
    for (const auto& entry : fs::recursive_directory_iterator(node.directories.transfer)) {
      fs::permissions(entry.path(), fs::perms(fs::is_directory(entry.path()) ? 0755 : 0644));
    }
  };
  federation.run();
  CHECK(federation.answers() == plain_answers());
  CHECK(federation.embedding("local1").size() == 21);
}
