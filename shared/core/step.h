#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "core/json.h"

namespace dsne {

/// A node's own folders.
struct Folders {
  fs::path inputs;               ///< its user's files; read only
  fs::path own;                  ///< what its user finds afterwards; lasts
  fs::path scratch;              ///< lost at any time
  std::vector<fs::path> engine;  ///< other folders of the run, in which nothing can be kept
};

/// Reads a file that another node sent.
/// @param name as it was sent; at the coordinator with the site's name and a slash before it
/// @param what how an error names the file
/// @return nothing while it has not arrived
/// @throws StorageError when it is there and cannot be read
using ReadReceived =
    std::function<std::optional<std::string>(const std::string& name, std::string_view what)>;

/// A step of a node, whichever engine has it made.
struct Step {
  Json input;        ///< a site's inputs, then the coordinator's messages; the coordinator: {site:
                     ///< message}
  Json cache;        ///< what the node's earlier steps kept
  std::string node;  ///< its name
  std::string day;   ///< on which it is made, "2026-11-23": for its user to read, for nothing else
  Folders folders;
  ReadReceived received;
};

/// What leaves a node in a step.
struct Output {
  Json message;  ///< goes to the other side; the coordinator's last one is the run's result
  Files files = {};
};

/// What a step answers.
struct StepResult {
  Output output;
  Json cache;            ///< merged into the node's cache
  bool success = false;  ///< the coordinator's word that the run has ended
};

/// Makes a step.
using StepHandler = std::function<StepResult(const Step&)>;

}  // namespace dsne
