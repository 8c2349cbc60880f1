#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "core/json.h"

namespace dsne {

/// The phases of a run, as `phase` in each message names them; see docs/protocol.md.
namespace phase {
inline constexpr const char* registration = "register";
inline constexpr const char* landmarks = "landmarks";
inline constexpr const char* reference = "reference";
inline constexpr const char* embed = "embed";
inline constexpr const char* collect = "collect";
inline constexpr const char* report = "report";
inline constexpr const char* finished = "finished";
}  // namespace phase

/// The phase and round of a message. The coordinator counts its messages from 1. A site's answer
/// carries the phase and round that it answers; its registration has round 0.
struct Moment {
  std::string phase;
  int round = 0;

  bool operator==(const Moment&) const = default;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("phase", self.phase);
    visit("round", self.round);
  }
};

/// Reads a message's phase and round. @throws MessageError when it has none
inline Moment moment_of(const Json& message, std::string_view what) {
  constexpr int max_rounds = 1000000000;
  return {text_field(message, "phase", what),
          static_cast<int>(integer_field(message, "round", 0, max_rounds, what))};
}

/// Returns a message with this phase and round and nothing else.
inline Json message_at(const Moment& moment) {
  return {{"phase", moment.phase}, {"round", moment.round}};
}

/// A node's own folders.
struct Folders {
  fs::path inputs;               ///< the user's files; read only
  fs::path own;                  ///< results for the user; lasts
  fs::path scratch;              ///< may be lost at any time
  std::vector<fs::path> engine;  ///< other folders of the run, where nothing may be kept
};

/// Reads a file that another node sent.
/// @param name as it was sent; at the coordinator preceded by the site's name and a slash
/// @param what names the file in errors
/// @return nothing while it has not arrived
/// @throws StorageError when it exists and cannot be read
using ReadReceived =
    std::function<std::optional<std::string>(const std::string& name, std::string_view what)>;

/// A step of a node, under any engine.
struct Step {
  Json input;  ///< at a site its inputs, then the coordinator's messages; at the coordinator {site:
               ///< message}
  Json cache;  ///< what the node's earlier steps kept
  std::string node;  ///< the node's name
  std::string day;   ///< the step's date, "2026-11-23"; only shown to the user
  Folders folders;
  ReadReceived received;
};

/// What a node sends in a step.
struct Output {
  Json message;  ///< goes to the other side; the coordinator's last one is the run's result
  Files files = {};
};

/// The result of a step.
struct StepResult {
  Output output;
  Json cache;            ///< merged into the node's cache
  bool success = false;  ///< set by the coordinator when the run has ended
};

/// Computes a step.
using StepHandler = std::function<StepResult(const Step&)>;

}  // namespace dsne
