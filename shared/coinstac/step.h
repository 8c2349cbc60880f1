#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "core/directories.h"
#include "core/json.h"

namespace dsne::coinstac {

/// One round as the orchestrator hands it to a node.
struct Step {
  Json input;  ///< a site's inputs, then the coordinator's messages; the coordinator: {site:
               ///< message}
  Json cache;  ///< what the node's earlier steps kept
  Directories directories;
  std::string client_id;  ///< the node's name
};

/// What a step answers.
struct StepResult {
  Json output;           ///< goes to the other side; the coordinator's last one is the run's result
  Json cache;            ///< merged into the node's cache
  bool success = false;  ///< the coordinator's word that the run has ended
};

/// Reads one step from the text of stdin.
/// @throws MessageError when it is empty, no JSON, or lacks a directory
Step parse_step(const std::string& text);

/// Runs one step of a node: `in` to `out`, errors as one line on `err`.
/// @param node how errors name the node ("site", "remote"); its client id is added when it is known
/// @return the process's exit code: 0, or 1 with nothing on `out`
int run_step(const std::string& node, const std::function<StepResult(const Step&)>& handle,
             std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace dsne::coinstac
