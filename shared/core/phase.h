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
Moment moment_of(const Json& message, std::string_view what);

/// Returns a message with this phase and round and nothing else.
Json message_at(const Moment& moment);

}  // namespace dsne
