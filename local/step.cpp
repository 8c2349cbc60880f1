#include <utility>

#include "core/errors.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "local/phases.h"
#include "privacy/release_log.h"
#include "run/kept_subjects.h"

namespace dsne::local {
namespace {

bool may_map_summaries(const SiteRun& run) {
  return run.plan().maps_summaries && !run.reference_digest.empty();
}

/// Returns whether a message of phase `next` may follow the last one answered.
bool follows(const SiteRun& run, const std::string& next) {
  const std::string& last = run.moment.phase;
  const bool map = run.plan().makes_map;
  if (next == phase::reference) {
    return last == phase::registration || last == phase::reference || last == phase::landmarks;
  }
  if (next == phase::landmarks) return last == phase::reference || last == phase::landmarks;
  if (next == phase::embed) {
    return last == phase::reference || last == phase::embed;
  }
  if (next == phase::collect) {
    // A map of summaries has no rounds.
    return map && (last == phase::embed || (last == phase::reference && may_map_summaries(run)));
  }
  return next == phase::report && last == (map ? phase::collect : phase::embed);
}

Output answer(const Step& step, SiteRun& run) {
  if (run.moment.phase == phase::reference) return answer_reference(step, run);
  if (run.moment.phase == phase::landmarks) return answer_landmarks(step, run);
  if (run.moment.phase == phase::embed) return answer_embed(step, run);
  if (run.moment.phase == phase::collect) return answer_collect(step, run);
  return answer_report(step, run);
}

/// Advances the run to the coordinator's message.
void advance(SiteRun& run, const Json& message) {
  const Moment next = moment_of(message, exchange::coordinator_message_name);
  if (next.round != run.moment.round + 1 || !follows(run, next.phase)) {
    throw MessageError("the remote's message is of another phase or round than the one expected");
  }
  run.moment = next;
  run.sums->hear(message, next);
}

StepResult make_step(const Step& step) {
  const bool first = step.cache.empty();
  if (!first) check_digest(step.cache, exchange::cache_name);
  if (is_left_out(step.cache)) return answer_left_out(step);
  SiteRun run;
  if (!first) {
    run = SiteRun::from_cache(step);
    advance(run, step.input);
  }
  run::touch_kept_subjects(step.folders.own);
  Output output = first ? answer_registration(step, run) : answer(step, run);
  if (run.plan().is_simulation) output.message["not_private"] = true;
  privacy::log_release(release_log(step), run_name(step), output.message);
  return {std::move(output), run.faults.empty() ? run.to_cache() : left_out_cache(run), false};
}

}  // namespace

StepResult answer_step(const Step& step) {
  StepResult result = make_step(step);
  result.cache = with_digest(std::move(result.cache));
  return result;
}

}  // namespace dsne::local
