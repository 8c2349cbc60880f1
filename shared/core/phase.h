#pragma once

#include <string>

#include "core/json.h"

namespace dsne {

/// The phases of a run, as `phase` in every message names them; see docs/protocol.md.
namespace phase {
inline constexpr const char* registration = "register";
inline constexpr const char* landmarks = "landmarks";
inline constexpr const char* reference = "reference";
inline constexpr const char* embed = "embed";
inline constexpr const char* collect = "collect";
inline constexpr const char* report = "report";
inline constexpr const char* finished = "finished";
}  // namespace phase

/// Where in the run a message belongs. The coordinator counts its messages from 1; a site's answer
/// carries the phase and round that it answers, its registration round 0.
struct Moment {
  std::string phase;
  int round = 0;

  bool operator==(const Moment&) const = default;
};

/// The moment that a message names. @throws MessageError when it names none
Moment moment_of(const Json& message, std::string_view what);

/// An object with the moment's fields, to be filled.
Json message_at(const Moment& moment);

}  // namespace dsne
