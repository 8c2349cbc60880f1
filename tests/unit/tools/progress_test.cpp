#include "tools/simulate/progress.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "text_search.h"

using dsne::Json;
using dsne::tools::read_position;

namespace {

/// A run that is told message by message, one second after the other.
class FakeRun {
 public:
  explicit FakeRun(bool terminal) : progress(out, terminal, [this] { return now; }) {}

  void step(const Json& message) {
    now += 1;
    ++calls;
    progress.after({calls, "local0", ""}, {"", {{"phase", "not mine"}}, {}, false});
    ++calls;
    progress.after({calls, "remote", ""}, {"", message, {}, false});
  }

  double now = 100;
  std::size_t calls = 0;
  std::ostringstream out;
  dsne::tools::Progress progress;
};

Json embed(int round, int rounds) {
  return {{"phase", "embed"}, {"round", round + 2}, {"embed_round", round}, {"rounds", rounds}};
}

}  // namespace

TEST_CASE("without a terminal each phase and each tenth is a line") {
  FakeRun run(false);
  run.step({{"phase", "register"}, {"round", 1}});
  run.step({{"phase", "register"}, {"round", 2}});
  for (int round = 0; round <= 200; ++round) run.step(embed(round, 200));
  run.step({{"phase", "collect"}, {"round", 300}});
  run.progress.finish();
  const std::string text = run.out.str();
  CHECK(occurrences(text, "\n") == 13);
  CHECK(text.find("register, 0:01 elapsed\nembed 0 %, round 0 of 200, 0:03 elapsed\n"
                  "embed 10 %, round 20 of 200, 0:23 elapsed, 3:00 left\n") == 0);
  CHECK(text.find("embed 100 %, round 200 of 200, 3:23 elapsed, 0:00 left\n"
                  "collect, 3:24 elapsed\n") != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("on a terminal one line is redrawn and goes away") {
  FakeRun run(true);
  for (int round = 0; round <= 4; ++round) run.step(embed(round, 4));
  CHECK(run.out.str().find("\r\x1b[Kembed [##########----------] 50 %, round 2 of 4, 0:03 elapsed, "
                           "0:02 left") != std::string::npos);
  CHECK(occurrences(run.out.str(), "\n") == 0);
  run.progress.finish();
  const std::string text = run.out.str();
  CHECK(text.substr(text.size() - 4) == "\r\x1b[K");
}

TEST_CASE("an invalid position is not shown") {
  CHECK(read_position({{"phase", 3}}).phase.empty());
  CHECK(read_position({{"phase", "a\x1b[2Jb"}}).phase.empty());
  CHECK(read_position(embed(3, 10)).round == 3);
  CHECK(read_position(embed(11, 10)).rounds == 0);
  CHECK(read_position(embed(-1, 10)).rounds == 0);
  CHECK(read_position(embed(0, 0)).rounds == 0);
  CHECK(read_position({{"phase", "embed"}, {"embed_round", "1"}, {"rounds", 5}}).rounds == 0);
}

TEST_CASE("durations are written for people") {
  CHECK(dsne::tools::duration(0) == "0:00");
  CHECK(dsne::tools::duration(65.4) == "1:05");
  CHECK(dsne::tools::duration(7389) == "2:03:09");
  CHECK(dsne::tools::duration(-3) == "0:00");
}
