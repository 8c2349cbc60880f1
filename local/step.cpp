#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "local/site_run.h"
#include "privacy/release_ledger.h"
#include "report/page.h"
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

// A site whose files have faults. COINSTAC also calls it in every round of a run without it; its
// answers then say only that it is left out.

Json cache_of(const Moment& moment, const std::vector<std::string>& faults, bool ends) {
  Json cache = message_at(moment);
  cache["errors"] = faults;
  cache["ends"] = ends;
  return cache;
}

/// Returns the cache of a site that has reported its faults.
Json left_out_cache(const SiteRun& run) {
  const bool ends = run.plan().parameters.faulty_sites == methods::FaultySites::end;
  return cache_of(run.moment, run.faults, ends);
}

/// Returns whether left_out_cache made a step's cache.
bool is_left_out(const Json& cache) { return cache.contains("errors"); }

/// Answers any message of the coordinator. The first time, writes the page that says why the site
/// is left out.
/// @throws MessageError when the message is of an unexpected round, or the run should have ended
///   because of this site's faults
StepResult answer_left_out(const Step& step) {
  const Moment last = moment_of(step.cache, exchange::cache_name);
  const std::vector<std::string> faults = texts_field(step.cache, "errors", exchange::cache_name);
  if (flag_field(step.cache, "ends", exchange::cache_name)) {
    throw MessageError("the remote continued a run that this site's faults end");
  }
  const Moment next = moment_of(step.input, exchange::coordinator_message_name);
  if (next.round != last.round + 1) {
    throw MessageError("the remote's message is of another phase or round than the one expected");
  }
  if (last.round == 0) {
    write_files(report::left_out_files(step.node, run_name(step), step.day, faults),
                step.folders.own);
  }
  Json message = message_at(next);
  message["left_out"] = true;
  return {{message}, cache_of(next, faults, false), false};
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
