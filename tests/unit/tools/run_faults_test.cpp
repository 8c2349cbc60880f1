#include <doctest/doctest.h>

#include "tools/simulate/progress.h"

using dsne::tools::coordinator_id;
using dsne::tools::Failure;
using dsne::tools::faults_at_registration;
using dsne::tools::RunFaults;
using Lines = std::vector<std::string>;

namespace {

Failure failure(const std::string& node, const std::string& diagnostics) {
  return {1, node, "exit code 1", diagnostics};
}

}  // namespace

TEST_CASE("equal faults of several sites are one line") {
  const std::string wrong = "parameter perplexity must be at least 0";
  const std::vector<Failure> both = {failure("local0", "site local0: " + wrong + "\n"),
                                     failure("local2", "site local2: " + wrong + "\n")};
  CHECK(faults_at_registration({}, both, 3).lines == Lines{"local0, local2: " + wrong});
  CHECK(faults_at_registration({}, both, 2).lines == Lines{"all sites: " + wrong});
  CHECK(faults_at_registration({}, both, 2).others.empty());
}

TEST_CASE("the coordinator's list is split, without the sites' own faults") {
  const RunFaults faults = faults_at_registration(
      {{"local1", "site_data row 2: 1 cell"}, {"local2", "settings; (2) are odd"}},
      {failure(coordinator_id,
               "remote: 4 faults: (1) site local1: site_data row 2: 1 cell; (2) site local2: "
               "settings; (2) are odd; (3) the sites differ: in their columns; (4) site local0 "
               "and site local1: the same file\n")},
      3);
  CHECK(faults.lines == Lines{"local1: site_data row 2: 1 cell", "local2: settings; (2) are odd",
                              "the sites differ: in their columns",
                              "site local0 and site local1: the same file"});
}

TEST_CASE("a list of one fault, and a number that counts no faults, are unchanged") {
  for (const std::string text :
       {"no site brings a summary", "3 faults: or more", "faults: (1) a"}) {
    CAPTURE(text);
    const auto told =
        faults_at_registration({}, {failure(coordinator_id, "remote: " + text + "\n")}, 3);
    CHECK(told.lines == Lines{text});
  }
}

TEST_CASE("a line of another program is unchanged") {
  for (const std::string text : {"", "Segmentation fault\n", "site local0: one\nsite local0: two\n",
                                 "site local1: odd\n", "site local0: without an end"}) {
    CAPTURE(text);
    const RunFaults faults = faults_at_registration({}, {failure("local0", text)}, 3);
    CHECK(faults.lines.empty());
    REQUIRE(faults.others.size() == 1);
    CHECK(faults.others[0].diagnostics == text);
  }
}
