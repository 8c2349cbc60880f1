#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coinstac/step.h"
#include "core/errors.h"
#include "tools/simulate/process.h"

namespace dsne::tools {

/// The coordinator's id.
inline constexpr const char* coordinator_id = "remote";

/// Returns the id of a site in COINSTAC's simulator: local0, local1, …
std::string site_id(std::size_t index);

/// A node of a federation between two steps.
struct Node {
  std::string id;
  Program command;
  coinstac::Directories directories;
  Json cache = Json::object();  ///< merged from all its steps so far
  std::size_t steps = 0;        ///< the number of steps so far
};

/// One call of a node's program.
struct Call {
  std::size_t number;  ///< counts all calls of the run, from 1
  std::string node;
  std::string input;  ///< the exact bytes of its stdin
};

/// The answer of a call.
struct Answer {
  std::string text;  ///< the exact bytes of its stdout
  Json output;
  Json cache;
  bool success = false;
};

/// Counts a further step of a node, and composes its stdin.
/// @param input the step's input, a JSON object as text
Call next_call(Node& node, std::size_t number, const std::string& input);

/// Parses the output of a call.
/// @param may_end whether this node may set success to true: only the coordinator may
/// @throws MessageError when COINSTAC would not accept it
Answer parse_answer(std::string text, bool may_end);

/// A run to be made: all that COINSTAC needs.
struct SimulatedFederation {
  Program local;             ///< a site's program
  Program remote;            ///< the coordinator's program
  std::vector<Json> inputs;  ///< each site's own inputs, an object; one per site
  fs::path directory;        ///< holds input/, output/ and transfer/, each with <id>/simulatorRun/
};

/// Observes a run. All calls come from the thread that called `run`, in a fixed order: in each
/// round `before` for every site, then `after` for every site, then the same for the coordinator.
/// An exception ends the run.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void before(const Call& /*call*/) {}
  virtual void after(const Call& /*call*/, const Answer& /*answer*/) {}
};

/// A failed call.
struct Failure {
  std::size_t number;  ///< the call's place in the whole run, from 1
  std::string node;
  std::string reason;       ///< one line
  std::string diagnostics;  ///< the program's stderr, unchanged
};

/// Reports that calls failed and ended the run: one, or several sites' in one round.
class RunError : public Error {
 public:
  explicit RunError(std::vector<Failure> failures);
  const std::vector<Failure>& failures() const { return failures_; }

 private:
  std::vector<Failure> failures_;
};

/// The result of a successful run.
struct RunResult {
  Json output;            ///< the coordinator's last output
  std::size_t calls = 0;  ///< of all nodes
};

/// Returns the directories of a node of a run in `directory`, without a cache directory.
coinstac::Directories node_directories(const fs::path& directory, const std::string& id);

/// Makes a whole run like COINSTAC: all sites in parallel, then the coordinator, until it reports
/// success. Each step is a new process. Parallel processes share the processors (OMP_NUM_THREADS,
/// unless this process's environment sets it). After each step the node's transfer directory is
/// emptied: a site's files go to the coordinator's base/<site id>/, the coordinator's to every
/// site's base or, on the last step, to every site's output. Makes missing output folders and keeps
/// existing ones. Removes an earlier run's files from the transfer directories. The cache
/// directories are temporary.
/// @throws InputError when there is no site, or a site has no input folder
/// @throws RunError when a program fails, or COINSTAC would not accept its answer
/// @throws StorageError when a folder or file cannot be written
RunResult run(const SimulatedFederation& federation, Observer& observer);

}  // namespace dsne::tools
