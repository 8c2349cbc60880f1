#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/errors.h"
#include "tools/node.h"

namespace dsne::tools {

/// A run to be made: what COINSTAC needs to know of it.
struct Federation {
  Program local;             ///< a site's program
  Program remote;            ///< the coordinator's program
  std::vector<Json> inputs;  ///< each site's own inputs, an object; as many as there are sites
  fs::path directory;        ///< holds input/, output/ and transfer/, each with <id>/simulatorRun/
};

/// Follows a run. Everything is called from the thread that called `run`, always in the same order:
/// in each round `before` for every site and `after` for every site, both in order, then the same
/// for the coordinator. What it throws ends the run.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void before(const Call& /*call*/) {}
  virtual void after(const Call& /*call*/, const Answer& /*answer*/) {}
  /// Asked after each round: true leaves the run where it is, as if it had ended.
  virtual bool has_enough() const { return false; }
};

/// A call that went wrong.
struct Failure {
  std::size_t number;  ///< the call's place in the whole run, from 1
  std::string node;
  std::string reason;       ///< one line
  std::string diagnostics;  ///< the program's stderr, as it was
};

/// A run ended because calls went wrong: one, or those of several sites in the same round.
class RunError : public Error {
 public:
  explicit RunError(std::vector<Failure> failures);
  const std::vector<Failure>& failures() const { return failures_; }

 private:
  std::vector<Failure> failures_;
};

/// How a run ended well.
struct RunResult {
  Json output;            ///< the coordinator's last output
  std::size_t calls = 0;  ///< of all nodes together
};

/// Where a node of a run in `directory` finds its files and leaves them; no cache directory yet.
coinstac::Directories node_directories(const fs::path& directory, const std::string& id);

/// Makes a whole run as COINSTAC does: all sites at the same time, then the coordinator, until the
/// remote says success; a new process for each step. The processes that run at the same time share
/// the processors (OMP_NUM_THREADS, where this process's environment does not set it). After each
/// step the node's transfer directory is emptied: a site's files go to the coordinator's base/<site
/// id>/, the coordinator's to every site's base, or, on the last step, to every site's output.
/// Output folders are made where they are missing, and left in place; leftovers of an earlier run
/// in the transfer directories are removed; the cache directories are temporary.
/// @throws InputError when there is no site, or a site has no input folder
/// @throws RunError when a program fails, or answers what COINSTAC does not take
/// @throws StorageError when a folder or file cannot be written
RunResult run(const Federation& federation, Observer& observer);

}  // namespace dsne::tools
