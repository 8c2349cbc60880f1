// Sessions with dsne simulate and dsne replay are in tests/data/sessions/simulate.txt.

#include "tools/commands.h"

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <sstream>

#include "command_desk.h"
#include "core/digest.h"
#include "privacy/keys.h"
#include "stand_in.h"
#include "temporary_folder.h"
#include "text_search.h"

namespace fs = boost::filesystem;
using dsne::tools::Arguments;

namespace {

Printed identity(const Arguments& arguments) {
  return printed_by(dsne::tools::identity_command(), arguments);
}

}  // namespace

TEST_CASE("a signal ends the run after the step") {
  // The site's program sends the signal to its parent: this test.
  const StandInFederation stand_in(1, "cat > /dev/null; kill -TERM $PPID; echo '{\"output\": {}}'");
  write(stand_in.path() / "compspec.json", R"({"computation": {"input": {}}})");
  write(stand_in.path() / "inputspec.json", "[{}]");
  std::ostringstream out;
  CHECK_THROWS_WITH(
      dsne::tools::run(dsne::tools::simulate_command(),
                       {"-s", (stand_in.path() / "compspec.json").string(), "-d",
                        stand_in.path().string(), "--local", stand_in.federation.local.front(),
                        "--remote", stand_in.federation.remote.front()},
                       {out, out, false}),
      "interrupted");
  CHECK_FALSE(fs::exists(stand_in.directories("local0").output / "joint"));
}

TEST_CASE("identity makes a key once, for its user alone, and prints its public half") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "key";
  const Printed printed = identity({file.string()});
  CHECK(printed.code == 0);
  const std::string made = content(file);
  REQUIRE(made.size() == 65);
  CHECK((fs::status(file).permissions() & fs::perms_mask) == (fs::owner_read | fs::owner_write));
  const auto key = dsne::privacy::parse_identity(made);
  REQUIRE(key);
  CHECK(printed.out == dsne::to_hex(key->public_key()) + "\n");
  CHECK_FALSE(contains(printed.out, made.substr(0, 64)));
  CHECK(identity({file.string()}).out == printed.out);
  CHECK(content(file) == made);
  fs::remove(file);
  CHECK(identity({file.string()}).code == 0);
  CHECK(content(file) != made);
  // A file that is not a key is not changed, nor is a link's target.
  write(file, "a list of passwords");
  CHECK(identity({file.string()}).code == 1);
  CHECK(content(file) == "a list of passwords");
  fs::remove(file);
  fs::create_symlink(folder.path() / "elsewhere", file);
  CHECK(identity({file.string()}).code == 1);
  CHECK_FALSE(fs::exists(folder.path() / "elsewhere"));
  for (const Arguments& wrong :
       {Arguments{}, Arguments{"a", "b"}, Arguments{"--add", "a=" + std::string(64, 'a')}}) {
    CHECK(identity(wrong).code == 2);
  }
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("identity makes and checks a roster, and prints its fingerprint") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "roster.json").string();
  const std::string own = (folder.path() / "site.key").string();
  CHECK(identity({"--roster", file}).code == 1);
  const std::string a(64, 'a');
  const std::string first = identity({"--roster", file, "--add", "A=1=" + a}).out;
  CHECK(contains(first, a + "  A=1\n"));
  CHECK(contains(first, "fingerprint  "));
  // A site that is not on the roster gets an error.
  CHECK(identity({own, "--roster", file}).code == 1);
  const std::string key = identity({own}).out.substr(0, 64);
  CHECK(contains(identity({own, "--roster", file, "--add", "B=" + key}).out,
                 key + "  B  (this site)\n"));
  const std::string text = content(file);
  CHECK(identity({"--roster", file, "--add", "B=" + key}).code == 0);
  for (const auto& [entry, code] : {std::pair{"B=" + a, 1}, std::pair{"C=" + key, 1},
                                    std::pair{std::string("C=xyz"), 2}, std::pair{a, 2}}) {
    CHECK(identity({"--roster", file, "--add", entry}).code == code);
  }
  CHECK(content(file) == text);
  write(file, "[]");
  CHECK(identity({"--roster", file}).code == 1);
}
