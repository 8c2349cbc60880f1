// Recorded calls of the coordinator, mutated: the sites' messages, and the reference that a site
// brought.

#include "core/state.h"
#include "fuzz/fuzz.h"
#include "fuzz/recorded_call.h"
#include "remote/remote_run.h"

void fuzz::target(std::string_view bytes) {
  dsne::Step step = take_call(bytes);
  if (!step.cache.empty()) step.cache = dsne::with_digest(step.cache);
  check_result(dsne::remote::answer_step(step));
}
