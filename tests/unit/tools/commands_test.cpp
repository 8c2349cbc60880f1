#include "tools/commands.h"

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <csignal>
#include <sstream>

#include "command_desk.h"
#include "core/digest.h"
#include "privacy/keys.h"
#include "stand_in.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/process.h"

namespace fs = boost::filesystem;
using dsne::InputError;
using dsne::tools::Arguments;
using dsne::tools::UsageError;

namespace {

/// A user's directory with compspec and inputspec, and the commands' output.
struct RunDesk {
  explicit RunDesk(const std::string& local = site_program,
                   const std::string& remote = remote_program)
      : stand_in(2, local, remote) {
    write(stand_in.path() / "compspec.json", R"({"computation": {"input": {"word": {}}}})");
    write(stand_in.path() / "inputspec.json",
          R"([{"word": {"value": "a"}}, {"word": {"value": "b"}}])");
  }

  int simulate(const Arguments& more = {}) {
    Arguments arguments = {"-s", (stand_in.path() / "compspec.json").string(), "-d",
                           stand_in.path().string()};
    return dsne::tools::run(dsne::tools::simulate_command(), with_programs(arguments, more),
                            {out, err, false});
  }
  int replay(const Arguments& more = {}) {
    return dsne::tools::run(dsne::tools::replay_command(), with_programs({transcript()}, more),
                            {out, err, false});
  }
  Arguments with_programs(Arguments arguments, const Arguments& more) const {
    for (const std::string& argument :
         {std::string("--local"), stand_in.federation.local.front(), std::string("--remote"),
          stand_in.federation.remote.front()}) {
      arguments.push_back(argument);
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  std::string transcript() const { return (stand_in.path() / "transcript").string(); }

  StandInFederation stand_in;
  std::ostringstream out;
  std::ostringstream err;
};

}  // namespace

TEST_CASE("simulate runs a directory and names the report, without one the output folder") {
  RunDesk desk;
  const fs::path output = desk.stand_in.directories("local0").output;
  CHECK(desk.simulate() == 0);
  CHECK(contains(desk.out.str(), "after 9 steps"));
  CHECK(contains(desk.out.str(), "  round: 3\n"));
  CHECK(contains(desk.out.str(), "Open " + output.string() + "\n"));
  CHECK(contains(desk.err.str(), "a federation of 2 sites"));
  CHECK_FALSE(contains(desk.err.str(), "warning"));
  CHECK(content(output / "joint" / "map.txt") == "map");
  write(output / "index.html", "page");
  CHECK(desk.simulate() == 0);
  CHECK(contains(desk.out.str(), "Open " + (output / "index.html").string() + "\n"));
}

TEST_CASE("the number of sites can be given") {
  RunDesk desk;
  CHECK(desk.simulate({"-c", "1"}) == 0);
  CHECK(contains(desk.out.str(), "after 6 steps"));
  CHECK_THROWS_AS(desk.simulate({"-c", "3"}), InputError);
}

TEST_CASE("another inputspec can be given, and unknown inputs are named") {
  RunDesk desk;
  const fs::path other = desk.stand_in.path() / "other.json";
  write(other, R"({"wrod": {"value": "a"}})");
  CHECK(desk.simulate({"--inputspec", other.string(), "--clients", "2"}) == 0);
  CHECK(contains(desk.err.str(), "warning: the compspec does not declare the input \"wrod\"\n"));
  CHECK(contains(desk.out.str(), "after 9 steps"));
}

TEST_CASE("a failed run names the steps and shows their stderr") {
  RunDesk desk("cat > /dev/null; printf 'why\\033[2J\\n' >&2; exit 3");
  CHECK(desk.simulate() == 1);
  CHECK(contains(desk.err.str(),
                 "The run failed.\n"
                 "  step 1 (local0): exit code 3\n    why [2J\n"
                 "  step 2 (local1): exit code 3\n    why [2J\n"));
  CHECK(desk.out.str().empty());
}

TEST_CASE("simulate refuses what it cannot run") {
  RunDesk desk;
  CHECK_THROWS_AS(desk.simulate({"--nonsense"}), UsageError);
  CHECK_THROWS_AS(desk.simulate({"stray"}), UsageError);
  CHECK_THROWS_AS(desk.simulate({"-c", "0"}), UsageError);
  CHECK_THROWS_AS(desk.simulate({"-c", "two"}), UsageError);
  CHECK_THROWS_WITH(desk.simulate({"-i", "/no/such/file"}),
                    "there is no /no/such/file: name the inputspec with --inputspec");
  CHECK_THROWS_WITH(dsne::tools::run(dsne::tools::simulate_command(), {"-d", "/no/such/folder"},
                                     {desk.out, desk.err}),
                    "the run's directory /no/such/folder does not exist: name one with "
                    "--directory");
  write(desk.stand_in.path() / "compspec.json", "{}");
  CHECK_THROWS_AS(desk.simulate(), InputError);
}

TEST_CASE("every site without an input folder is named") {
  RunDesk desk;
  const fs::path first = desk.stand_in.directories("local0").base;
  const fs::path second = desk.stand_in.directories("local1").base;
  fs::remove_all(first);
  fs::remove_all(second);
  const std::string directory = fs::canonical(desk.stand_in.path()).string();
  CHECK_THROWS_WITH(desk.simulate(),
                    ("sites have no input folder: put their files into " + directory +
                     "/input/local0/simulatorRun, " + directory + "/input/local1/simulatorRun")
                        .c_str());
}

TEST_CASE("a run that does not begin reports each fault once, and what to do next") {
  RunDesk desk("cat > /dev/null; echo 'site local0: parameter word is wrong' >&2; exit 1");
  CHECK(desk.simulate() == 1);
  // The second site's line names the first, so it is shown as it is.
  CHECK(contains(desk.err.str(),
                 "The run failed.\n"
                 "  local0: parameter word is wrong\n"
                 "  step 2 (local1): exit code 1\n    site local0: parameter word is wrong\n"
                 "Correct the inputs in "));
  CHECK(contains(desk.err.str(), "/inputspec.json and run again; dsne parameters lists"));
}

TEST_CASE("a program that cannot be executed is refused before the run") {
  RunDesk desk;
  fs::permissions(desk.stand_in.federation.remote.front(), fs::owner_read);
  CHECK_THROWS_AS(desk.simulate(), InputError);
  CHECK_FALSE(fs::exists(desk.stand_in.directories("local0").output));
}

TEST_CASE("a signal ends the run after the step") {
  // The site's program sends the signal to its parent: this test.
  RunDesk desk("cat > /dev/null; kill -TERM $PPID; echo '{\"output\": {}}'");
  CHECK_THROWS_WITH(desk.simulate(), "interrupted");
  CHECK(content(desk.stand_in.directories("local0").output / "joint" / "map.txt").empty());
}

TEST_CASE("a recorded run is replayed") {
  RunDesk desk;
  CHECK(desk.simulate({"--transcript", desk.transcript()}) == 0);
  CHECK_THROWS_AS(desk.simulate({"--transcript", desk.transcript()}), InputError);
  CHECK(desk.replay({"--step", "2"}) == 0);
  CHECK(desk.out.str().ends_with("1 step replayed, all equal.\n"));
  CHECK_THROWS_AS(desk.replay({"--step", "0"}), UsageError);
  CHECK_THROWS_AS(desk.replay({"another"}), UsageError);
  CHECK_THROWS_AS(dsne::tools::run(dsne::tools::replay_command(), {}, {desk.out, desk.err}),
                  UsageError);

  script(desk.stand_in.path() / "remote", "echo no >&2; exit 1");
  CHECK(desk.replay() == 1);
  CHECK(contains(desk.err.str(), "Step 3 (remote) differs: exit code 1\n    no\n"));
}

TEST_CASE("identity makes a key once, for its user alone, and prints its public half") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "key";
  const auto identity = [](const Arguments& arguments) {
    return printed_by(dsne::tools::identity_command(), arguments);
  };
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
  const auto identity = [](const Arguments& arguments) {
    return printed_by(dsne::tools::identity_command(), arguments);
  };
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
