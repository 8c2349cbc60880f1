// Recorded calls of a site, mutated: the coordinator's message, the site's table, and the reference
// that another site brought.

#include "core/state.h"
#include "fuzz/fuzz.h"
#include "fuzz/recorded_call.h"
#include "local/site_run.h"
#include "run/kept_subjects.h"
#include "run/site_inputs.h"
#include "run/subjects.h"

namespace {

/// The site has kept the subjects.
void keep_subjects(dsne::Step& step) {
  const dsne::Json& cache = step.cache;
  if (!cache.contains("data_digest") || cache["data_digest"] != "@subjects") return;
  const auto inputs =
      dsne::run::parse_site_inputs(dsne::field(cache, "input", "the cache"), step.folders);
  const dsne::run::KeptSubjects subjects{
      dsne::run::read_subjects(inputs, step.folders.inputs), {}, {}};
  fuzz::replace_text(step.cache, "@subjects", keep_subjects(subjects, step.folders.own));
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  dsne::Step step = take_call(bytes);
  keep_subjects(step);
  if (!step.cache.empty()) step.cache = dsne::with_digest(step.cache);
  check_result(dsne::local::answer_step(step));
}
