#pragma once

#include <cstddef>
#include <string>

#include "coinstac/step.h"
#include "tools/process.h"

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

}  // namespace dsne::tools
