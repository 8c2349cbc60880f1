#pragma once

#include <cstddef>
#include <string>

#include "coinstac/directories.h"
#include "tools/process.h"

namespace dsne::tools {

/// What the coordinator is called.
inline constexpr const char* coordinator_id = "remote";

/// What COINSTAC's simulator calls the site of this index: local0, local1, …
std::string site_id(std::size_t index);

/// A node of a federation between two of its steps.
struct Node {
  std::string id;
  Program command;
  coinstac::Directories directories;
  Json cache = Json::object();  ///< all that its steps kept so far
  std::size_t steps = 0;        ///< how many it has made
};

/// One call of a node's program.
struct Call {
  std::size_t number;  ///< the call's place in the whole run, from 1
  std::string node;
  std::string input;  ///< the exact bytes of its stdin
};

/// What a call answered.
struct Answer {
  std::string text;  ///< the exact bytes of its stdout
  Json output;
  Json cache;
  bool success = false;
};

/// Counts one more step of a node and puts its stdin together.
/// @param input the text of the JSON object that is the step's input
Call next_call(Node& node, std::size_t number, const std::string& input);

/// Reads what a call printed.
/// @param may_end whether this node may say success true: the coordinator may, a site never
/// @throws MessageError when it is not what COINSTAC takes
Answer parse_answer(std::string text, bool may_end);

}  // namespace dsne::tools
