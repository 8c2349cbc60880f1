#pragma once

#include <iosfwd>
#include <string>

#include "core/step.h"

namespace dsne::coinstac {

/// A node's directories under COINSTAC during a step; see docs/coinstac.md.
struct Directories {
  fs::path base;      ///< the node's input files and what other nodes sent; read only
  fs::path output;    ///< results for the node's user; lasts
  fs::path transfer;  ///< COINSTAC moves files from here and sends them
  fs::path cache;     ///< scratch; may be lost at any time
};

/// Return the directories and the reader of received files for a step's handler. A file is read
/// only on request.
Folders folders_in(const Directories& directories);
ReadReceived received_in(const Directories& directories);

/// A step as COINSTAC passes it to a node.
struct PassedStep {
  Step step;
  fs::path transfer;  ///< COINSTAC picks up sent files here
};

/// Reads one step from the text of stdin.
/// @throws MessageError when it is empty, not JSON, or without a directory
PassedStep parse_step(const std::string& text);

/// Runs one step of a node: reads `in`, writes `out`, and writes an error to `err`, as one line of
/// at most 2,000 bytes.
/// @param node names the node in errors ("site", "remote"); its client id is added if known
/// @return the process's exit code: 0, or 1 with nothing on `out`
int run_step(const std::string& node, const StepHandler& handle, std::istream& in,
             std::ostream& out, std::ostream& err);

}  // namespace dsne::coinstac
