#include "core/phase.h"

namespace dsne {

namespace {
constexpr int max_rounds = 1000000000;
}

Moment moment_of(const Json& message, std::string_view what) {
  return {text_field(message, "phase", what),
          static_cast<int>(integer_field(message, "round", 0, max_rounds, what))};
}

Json message_at(const Moment& moment) { return {{"phase", moment.phase}, {"round", moment.round}}; }

}  // namespace dsne
