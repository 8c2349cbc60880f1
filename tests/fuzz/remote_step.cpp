// Recorded calls of the coordinator, mutated: the sites' messages, the coordinator's cache, and the
// reference that a site brought.

#include "fuzz/fuzz.h"
#include "fuzz/recorded_call.h"
#include "remote/step.h"

void fuzz::target(std::string_view bytes) {
  check_result(dsne::remote::answer_step(take_call(bytes)));
}
