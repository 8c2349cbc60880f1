#pragma once

#include <iosfwd>
#include <string>

#include "coinstac/directories.h"

namespace dsne::coinstac {

/// A step as COINSTAC hands it to a node.
struct Call {
  Step step;
  fs::path transfer;  ///< where what the node sends is picked up
};

/// Reads one step from the text of stdin.
/// @throws MessageError when it is empty, no JSON, or lacks a directory
Call parse_call(const std::string& text);

/// Runs one step of a node: `in` to `out`, errors as one line on `err`.
/// @param node how errors name the node ("site", "remote"); its client id is added when it is known
/// @return the process's exit code: 0, or 1 with nothing on `out`
int run_step(const std::string& node, const StepHandler& handle, std::istream& in,
             std::ostream& out, std::ostream& err);

}  // namespace dsne::coinstac
