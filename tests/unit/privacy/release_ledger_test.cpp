#include "privacy/release_ledger.h"

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <sstream>
#include <tuple>
#include <vector>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::InputError;
using dsne::StorageError;
using dsne::privacy::LedgerMark;
using dsne::privacy::ReleaseLedger;

namespace fs = boost::filesystem;

namespace {

constexpr double ledger_delta = 1e-5;

const dsne::Moment ledger_moment{dsne::phase::embed, 7};

dsne::privacy::PrivateRelease release(bool simulated = false) {
  return {"gradient", "gaussian", 2, 10, dsne::privacy::gaussian_cost(2, 10), simulated};
}

/// A draw of a release that was not made before.
dsne::privacy::Draw another_draw() {
  static int number = 0;
  return {"release " + std::to_string(++number), "noise"};
}

/// The ε of so many of these releases.
double epsilon_of(int releases) { return compose(release().cost, releases).epsilon(ledger_delta); }

/// A site's folders: its runs beside each other, the ledger beside them.
struct Runs {
  TemporaryFolder folder;
  fs::path log = log_of("run1");
  fs::path ledger = folder.path() / "privacy_ledger.jsonl";

  /// A run's log; its folder is there.
  fs::path log_of(const std::string& run) const {
    fs::create_directory(folder.path() / run);
    return folder.path() / run / "release_log.jsonl";
  }
  ReleaseLedger open(double budget = 100, const std::string& run = "run1",
                     const LedgerMark& mark = {}) const {
    return {{folder.path(), log_of(run), run}, mark, ledger_delta, budget};
  }
  void spend(const std::string& run = "run1") const {
    open(100, run).spend(ledger_moment, release(), another_draw());
  }
};

std::string text_of(const fs::path& file) { return dsne::read_file(file, "it"); }

void set_text(const fs::path& file, const std::string& text) {
  dsne::write_atomically(file, text, "it");
}

}  // namespace

TEST_CASE("a release is in ledger and log, with its description and cost, before it is made") {
  const Runs runs;
  ReleaseLedger ledger = runs.open();
  ledger.spend(ledger_moment, release(), another_draw());
  ledger.spend(ledger_moment, release(), another_draw());
  for (const fs::path& file : {runs.ledger, runs.log}) {
    const std::string text = text_of(file);
    const auto second = dsne::Json::parse(text.substr(text.find('\n') + 1));
    CHECK(second["run"] == "run1");
    CHECK(second["round"] == 7);
    CHECK(second["what"] == "gradient");
    CHECK(second["mechanism"] == "gaussian");
    CHECK(second["sensitivity"] == 2.0);
    CHECK(second["sigma"] == 10.0);
    CHECK(second["rho"] == doctest::Approx(0.02));
    CHECK(second["mu"] == doctest::Approx(0.2));
    CHECK_FALSE(second.contains("not_private"));
    if (file == runs.ledger) continue;
    CHECK(second["rho_so_far"] == doctest::Approx(0.04));
    CHECK(second["epsilon_so_far"] == doctest::Approx(epsilon_of(2)));
    CHECK(second["ledger_entry"] == 2);
  }
}

TEST_CASE("the budget allows exactly the releases that it covers") {
  const Runs runs;
  ReleaseLedger ledger = runs.open(epsilon_of(5));
  CHECK(ledger.allows(release(), 5));
  CHECK_FALSE(ledger.allows(release(), 6));
  for (int i = 0; i < 5; ++i) CHECK_NOTHROW(ledger.spend(ledger_moment, release(), another_draw()));
  const std::string before = text_of(runs.ledger);
  CHECK_THROWS_AS(ledger.spend(ledger_moment, release(), another_draw()), InputError);
  CHECK(text_of(runs.ledger) == before);
  CHECK_THROWS_AS(runs.open(epsilon_of(5)).spend(ledger_moment, release(), another_draw()),
                  InputError);
  CHECK_NOTHROW(runs.open(epsilon_of(6)).spend(ledger_moment, release(), another_draw()));
}

TEST_CASE("a repeated draw is not charged again, and a second draw of its release is refused") {
  const Runs runs;
  ReleaseLedger ledger = runs.open(epsilon_of(2));
  ledger.spend(ledger_moment, release(), {"counts of run 1", "noise"});
  const LedgerMark first = ledger.mark();
  ledger.spend(ledger_moment, release(), {"counts of run 2", "noise"});
  const std::string spent = text_of(runs.ledger);
  const std::string log = text_of(runs.log);
  ledger.spend(ledger_moment, release(), {"counts of run 1", "noise"});
  CHECK(ledger.mark().entries == first.entries);
  CHECK(ledger.mark().digest == first.digest);
  CHECK_THROWS_WITH_AS(
      ledger.spend(ledger_moment, release(), {"counts of run 1", "other noise"}),
      "this run has made this private release after other messages, and makes no second one",
      InputError);
  CHECK(text_of(runs.ledger) == spent);
  CHECK(text_of(runs.log) == log);
}

TEST_CASE("a step that was killed between ledger and log adds its line when it is repeated") {
  const Runs runs;
  runs.open().spend(ledger_moment, release(), {"counts", "noise"});
  const std::string log = text_of(runs.log);
  set_text(runs.log, "");
  CHECK(runs.open().epsilon() == doctest::Approx(epsilon_of(1)));
  runs.open().spend(ledger_moment, release(), {"counts", "noise"});
  CHECK(text_of(runs.log) == log);
}

TEST_CASE("missing or emptied logs do not reduce the spending of any run") {
  const Runs runs;
  runs.spend();
  runs.spend();
  runs.spend("run2");
  CHECK(runs.open().epsilon() == doctest::Approx(epsilon_of(3)));
  set_text(runs.log, "");
  fs::remove_all(runs.folder.path() / "run2");
  CHECK(runs.open().epsilon() == doctest::Approx(epsilon_of(3)));
}

TEST_CASE("logs without a ledger count, folders that are not runs do not") {
  const Runs runs;
  set_text(runs.log_of("old"), "{\"what\": \"counts\", \"rho\": 0.02}\n");
  set_text(runs.folder.path() / "release_log.jsonl", "{\"what\": \"counts\", \"rho\": 1}\n");
  fs::create_directory(runs.folder.path() / "no run");
  runs.spend();
  // Of such a line only rho is known.
  CHECK(runs.open().epsilon() == doctest::Approx(dsne::privacy::Zcdp(0.04).epsilon(ledger_delta)));
  CHECK(runs.open().epsilon() > epsilon_of(2));
}

TEST_CASE("an emptied, shortened, changed or exchanged ledger is noticed") {
  const Runs runs;
  const Runs others;
  for (int i = 0; i < 3; ++i) {
    runs.spend();
    others.spend("run7");
  }
  const LedgerMark mark = runs.open().mark();
  CHECK(mark.entries == 3);
  const std::string whole = text_of(runs.ledger);
  const std::string log = text_of(runs.log);
  const std::size_t first = whole.find('\n') + 1;
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  std::string cheaper = whole;
  cheaper.replace(cheaper.find("\"rho\":0.0"), 9, "\"rho\":0.");
  for (const auto& damage : std::vector<std::pair<const char*, std::string>>{
           {"gone", ""},
           {"shortened", whole.substr(0, last)},
           {"the first line gone", whole.substr(first)},
           {"a line gone", whole.substr(0, first) + whole.substr(last)},
           {"a line twice", whole + whole.substr(last)},
           {"cut off", whole.substr(0, whole.size() - 5)},
           {"without its last end of line", whole.substr(0, whole.size() - 1)},
           {"cheaper", cheaper},
           {"another site's", text_of(others.ledger)},
           {"no ledger at all", "canary\n5\n"}}) {
    CAPTURE(damage.first);
    set_text(runs.ledger, damage.second);
    if (damage.second.empty()) fs::remove(runs.ledger);
    set_text(runs.log, log);
    CHECK_THROWS_AS(runs.open(), InputError);
    // Without the logs, too, while the run goes on that saw it whole.
    fs::remove(runs.log);
    CHECK_THROWS_AS(runs.open(100, "run1", mark), InputError);
  }
  set_text(runs.ledger, whole);
  runs.spend("run2");
  CHECK(runs.open(100, "run1", mark).epsilon() == doctest::Approx(epsilon_of(4)));
}

TEST_CASE("another step's spending in the meantime counts") {
  const Runs runs;
  ReleaseLedger ledger = runs.open(epsilon_of(2));
  runs.spend();
  CHECK_NOTHROW(ledger.spend(ledger_moment, release(), another_draw()));
  CHECK_THROWS_AS(ledger.spend(ledger_moment, release(), another_draw()), InputError);
}

TEST_CASE("lines about messages cost nothing") {
  const Runs runs;
  dsne::privacy::log_release(runs.log, "run1", {{"phase", "embed"}, {"round", 1}, {"points", 3}});
  CHECK(runs.open(1).epsilon() == 0);
}

TEST_CASE("a log that cannot be read is an error, never a fresh start") {
  for (const char* bad :
       {"what\n", "{\"what\": \"x\", \"rho\": \"x\"}\n", "{\"what\": \"x\", \"rho\": -1}\n",
        "{\"what\": \"x\", \"rho\": null}\n", "{\"what\": \"x\", \"rho\": 1, \"mu\": \"x\"}\n",
        "{\"what\": \"x\", \"rho\": 1, \"mu\": -1}\n",
        "{\"what\": \"x\", \"rho\": 1, \"mu\": 1.5}\n", "{\"what\": \"x\", \"rho\": 0.1}",
        "{\"rho\": 1}\n", "{\"rho\"", "5\n", "\n", "{\"what\": \"x\", \"rho\": 1e400}\n",
        "{\"what\": \"x\", \"rho\": 1, \"ledger_digest\": 5}\n"}) {
    CAPTURE(bad);
    for (const char* run : {"run1", "run2"}) {
      const Runs runs;
      runs.spend();
      const fs::path log = runs.log_of(run);
      set_text(log, (fs::exists(log) ? text_of(log) : "") + bad);
      CHECK_THROWS_AS(runs.open(), InputError);
    }
  }
}

TEST_CASE("anything but a file there is an error, too") {
  const Runs runs;
  for (const fs::path& file : {runs.log, runs.log_of("run2"), runs.ledger}) {
    fs::remove(file);
    fs::create_directory(file);
    CHECK_THROWS_AS(runs.open(), StorageError);
    fs::remove(file);
    fs::create_symlink("nowhere", file);
    CHECK_THROWS_AS(runs.open(), StorageError);
    fs::remove(file);
    CHECK_NOTHROW(runs.open());
  }
}

TEST_CASE("a ledger that cannot be locked or written stops the run before it begins") {
  const Runs runs;
  for (const fs::path& folder : {runs.folder.path() / "gone", fs::path("/proc")}) {
    CHECK_THROWS_AS(ReleaseLedger({folder, runs.log, "run1"}, {}, ledger_delta, 100), StorageError);
  }
  ReleaseLedger ledger = runs.open();
  fs::remove_all(runs.folder.path());
  CHECK_THROWS_AS(ledger.spend(ledger_moment, release(), another_draw()), StorageError);
}

TEST_CASE("simulated noise is marked, needs no budget, and leaves none") {
  const Runs runs;
  const auto simulated = release(true);
  ReleaseLedger ledger = runs.open(1e-9);
  CHECK(ledger.allows(simulated, 1000));
  CHECK_NOTHROW(ledger.spend(ledger_moment, simulated, another_draw()));
  CHECK_NOTHROW(ledger.spend(ledger_moment, simulated, another_draw()));
  CHECK(text_of(runs.log).find("not_private") != std::string::npos);
  CHECK_FALSE(runs.open().allows(release(), 1));
  CHECK_THROWS_AS(runs.open().spend(ledger_moment, release(), another_draw()), InputError);
}

using dsne::Json;

TEST_CASE("every field that leaves is a line with its shape and norm") {
  TemporaryFolder folder;
  const auto log = folder.path() / "release_log.jsonl";
  const Json message = {{"phase", "embed"},
                        {"round", 3},
                        {"labels", {"a", "b"}},
                        {"masked", {{"total", {{"rows", 4}, {"columns", 2}, {"uint64", "x"}}}}},
                        {"parameters", {{"seed", 1}}},
                        {"places", dsne::pack(dsne::Matrix{{3, 0}, {0, -4}, {12, 0}})},
                        {"points", 7},
                        {"sent", true},
                        {"sum", {3, -4}},
                        {"unnamed", Json::array()}};
  dsne::privacy::log_release(log, "run1", message);
  dsne::privacy::log_release(log, "run1", message);  // a step that is made again

  std::istringstream lines(dsne::read_file(log, "the log"));
  std::vector<Json> read;
  for (std::string line; std::getline(lines, line);) read.push_back(Json::parse(line));
  REQUIRE(read.size() == 8);
  CHECK(
      read[0] ==
      Json(
          {{"phase", "embed"}, {"round", 3}, {"run", "run1"}, {"what", "labels"}, {"shape", {2}}}));
  std::size_t line = 0;
  for (const auto& [what, shape, norm] :
       std::vector<std::tuple<std::string, Json, Json>>{{"labels", Json::array({2}), nullptr},
                                                        {"total", {4, 2}, nullptr},
                                                        {"parameters", Json::array(), nullptr},
                                                        {"places", {3, 2}, 13.0},
                                                        {"points", Json::array(), nullptr},
                                                        {"sent", Json::array(), nullptr},
                                                        {"sum", Json::array({2}), 5.0},
                                                        {"unnamed", Json::array({0}), nullptr}}) {
    CHECK(read[line]["what"] == what);
    CHECK(read[line]["shape"] == shape);
    CHECK(read[line].contains("masked") == (what == "total"));
    CHECK(read[line++].value("root_sum_of_squares", Json()) == norm);
  }
  CHECK(read[4]["value"] == 7);
}

TEST_CASE("a log that cannot be written is an error") {
  CHECK_THROWS_AS(
      dsne::privacy::log_release("/dev/full", "run", {{"phase", "a"}, {"round", 1}, {"points", 7}}),
      dsne::StorageError);
}
