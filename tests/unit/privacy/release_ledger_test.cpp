#include "privacy/release_ledger.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "coinstac/errors.h"
#include "privacy/release_log.h"
#include "temporary_folder.h"

using dsne::GaussianMechanism;
using dsne::InputError;
using dsne::ReleaseLedger;
using dsne::Zcdp;

namespace {

constexpr double ledger_delta = 1e-5;

const dsne::Moment ledger_moment{dsne::phase::embed, 7};

dsne::PrivateRelease release(double sigma = 10) {
  return dsne::gaussian_release("gradient", GaussianMechanism(2, sigma), false);
}

/// The ε of so many of these releases.
double epsilon_of(int releases) { return compose(release().cost, releases).epsilon(ledger_delta); }

struct Log {
  TemporaryFolder folder;
  boost::filesystem::path file = of_run("run1");

  /// A run's log; its folder is there.
  boost::filesystem::path of_run(const std::string& run) const {
    boost::filesystem::create_directory(folder.path() / run);
    return folder.path() / run / "release_log.jsonl";
  }
  ReleaseLedger open(double budget) const {
    return ReleaseLedger(file, "run1", ledger_delta, budget);
  }
  std::string text() const { return dsne::read_file(file, "log"); }
};

}  // namespace

TEST_CASE("a release is in the log, with what it was and what it cost, before spend returns") {
  const Log log;
  ReleaseLedger ledger = log.open(100);
  ledger.spend(ledger_moment, release());
  ledger.spend(ledger_moment, release());
  const std::string text = log.text();
  const auto second = dsne::Json::parse(text.substr(text.find('\n') + 1));
  CHECK(second["run"] == "run1");
  CHECK(second["round"] == 7);
  CHECK(second["what"] == "gradient");
  CHECK(second["mechanism"] == "gaussian");
  CHECK(second["sensitivity"] == 2.0);
  CHECK(second["sigma"] == 10.0);
  CHECK(second["rho"] == doctest::Approx(0.02));
  CHECK(second["rho_so_far"] == doctest::Approx(0.04));
  CHECK(second["epsilon_so_far"] == doctest::Approx(epsilon_of(2)));
  CHECK_FALSE(second.contains("not_private"));
}

TEST_CASE("the budget lets exactly the releases through that it pays for") {
  const Log log;
  ReleaseLedger ledger = log.open(epsilon_of(5));
  CHECK(ledger.allows(release(), 5));
  CHECK_FALSE(ledger.allows(release(), 6));
  for (int i = 0; i < 5; ++i) CHECK_NOTHROW(ledger.spend(ledger_moment, release()));
  const std::string before = log.text();
  CHECK_THROWS_AS(ledger.spend(ledger_moment, release()), InputError);
  CHECK(log.text() == before);
  CHECK_THROWS_AS(log.open(epsilon_of(5)).spend(ledger_moment, release()), InputError);
  CHECK_NOTHROW(log.open(epsilon_of(6)).spend(ledger_moment, release()));
}

TEST_CASE("every line counts, of whatever run, and a crash between log and message too") {
  const Log log;
  ReleaseLedger(log.file, "another run", ledger_delta, 100).spend(ledger_moment, release());
  // The process dies here, before its message is sent, and the step is made again.
  log.open(100).spend(ledger_moment, release());
  log.open(100).spend(ledger_moment, release());
  CHECK(log.open(100).epsilon() == doctest::Approx(epsilon_of(3)));
}

TEST_CASE("the logs of the runs beside it count, too, and what is no run does not") {
  const Log log;
  ReleaseLedger(log.of_run("run2"), "run2", ledger_delta, 100).spend(ledger_moment, release());
  ReleaseLedger(log.of_run("run3"), "run3", ledger_delta, 100).spend(ledger_moment, release());
  boost::filesystem::create_directory(log.folder.path() / "no run");
  dsne::write_atomically(log.folder.path() / "release_log.jsonl", "{\"rho\": 1}\n", "log");
  CHECK(log.open(100).epsilon() == doctest::Approx(epsilon_of(2)));
  dsne::write_atomically(log.of_run("run3"), "{\"rho\"", "log");
  CHECK_THROWS_AS(log.open(100), InputError);
}

TEST_CASE("what is spent meanwhile by another step counts") {
  const Log log;
  ReleaseLedger ledger = log.open(epsilon_of(2));
  log.open(100).spend(ledger_moment, release());
  CHECK_NOTHROW(ledger.spend(ledger_moment, release()));
  CHECK_THROWS_AS(ledger.spend(ledger_moment, release()), InputError);
}

TEST_CASE("lines about messages cost nothing") {
  const Log log;
  dsne::log_release(log.file, "run1", {{"phase", "embed"}, {"round", 1}, {"points", 3}});
  CHECK(log.open(1).epsilon() == 0);
}

TEST_CASE("a log that cannot be read is an error, never a fresh start") {
  for (const char* bad : {"what\n", "{\"rho\": \"x\"}\n", "{\"rho\": -1}\n", "{\"rho\": null}\n",
                          "{\"rho\": 0.1}", "{\"rho\"", "5\n", "\n", "{\"rho\": 1e400}\n"}) {
    const Log log;
    ReleaseLedger ledger = log.open(100);
    ledger.spend(ledger_moment, release());
    dsne::write_atomically(log.file, log.text() + bad, "log");
    CHECK_THROWS_AS(log.open(100), InputError);
  }
  const Log log;
  boost::filesystem::create_directory(log.file);
  CHECK_THROWS_AS(log.open(100), dsne::Error);
}

TEST_CASE("a release that cannot be logged is an error") {
  const Log log;
  ReleaseLedger ledger = log.open(100);
  boost::filesystem::remove_all(log.folder.path());
  CHECK_THROWS_AS(ledger.spend(ledger_moment, release()), dsne::StorageError);
}

TEST_CASE("simulated noise is marked in the log, needs no budget, and leaves none") {
  const Log log;
  const auto simulated = dsne::gaussian_release("gradient", GaussianMechanism(2, 10), true);
  ReleaseLedger ledger = log.open(1e-9);
  CHECK(ledger.allows(simulated, 1000));
  CHECK_NOTHROW(ledger.spend(ledger_moment, simulated));
  CHECK_NOTHROW(ledger.spend(ledger_moment, simulated));
  CHECK(log.text().find("not_private") != std::string::npos);
  CHECK_FALSE(log.open(100).allows(release(), 1));
  CHECK_THROWS_AS(log.open(100).spend(ledger_moment, release()), InputError);
}
