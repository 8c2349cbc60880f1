#pragma once

#include <string>

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

}  // namespace dsne
