#pragma once

#include <iosfwd>
#include <string>

#include "coinstac/directories.h"

namespace dsne::coinstac {

/// A step as COINSTAC passes it to a node.
struct Call {
  Step step;
  fs::path transfer;  ///< COINSTAC picks up sent files here
};

/// Reads one step from the text of stdin.
/// @throws MessageError when it is empty, not JSON, or without a directory
Call parse_call(const std::string& text);

/// Runs one step of a node: reads `in`, writes `out`, and writes an error as one line to `err`.
/// @param node names the node in errors ("site", "remote"); its client id is added if known
/// @return the process's exit code: 0, or 1 with nothing on `out`
int run_step(const std::string& node, const StepHandler& handle, std::istream& in,
             std::ostream& out, std::ostream& err);

}  // namespace dsne::coinstac
