#include <utility>

#include "core/errors.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"

namespace dsne::remote {
namespace {

/// Checks that every site of the run, and nobody else, answered the coordinator's last message.
void check_answers(const Json& answers, const RemoteRun& run) {
  Eigen::Index heard = 0;
  for (const auto& [site, points] : run.sites) {
    if (!is_heard(site, run)) continue;
    ++heard;
    if (moment_of(answers.at(site), exchange::message_name(site)) != run.moment) {
      throw MessageError(exchange::message_name(site) +
                         " is of another phase or round than the one expected");
    }
  }
  if (std::ssize(answers) != heard) throw MessageError("a site answered that did not register");
}

Output answer(const Step& step, RemoteRun& run) {
  check_answers(step.input, run);
  if (run.moment.phase == phase::reference) return share_reference(step, run);
  if (run.moment.phase == phase::landmarks) return learn_landmarks(step, run);
  if (run.moment.phase == phase::embed) return combine_round(step, run);
  if (run.moment.phase == phase::collect) return make_embedding(step, run);
  if (run.moment.phase == phase::report) return finish_run(step, run);
  throw MessageError("the run has ended already");
}

Output go_on(const Step& step, RemoteRun& run) {
  lose_silent_sites(step, run);
  const bool ignores_some = !run.left_out_sites.empty() || !run.lost_sites.empty();
  return ignores_some ? answer(with_heard_answers(step, run), run) : answer(step, run);
}

}  // namespace

StepResult answer_step(const Step& step) {
  const bool first = step.cache.empty();
  RemoteRun run;
  if (!first) {
    check_digest(step.cache, exchange::coordinator_cache_name);
    run = RemoteRun::from_cache(step.cache);
  }
  Output output = first ? begin_run(step, run) : go_on(step, run);
  if (run.plan.is_simulation) output.message["not_private"] = true;
  return {std::move(output), with_digest(run.to_cache()), run.moment.phase == phase::finished};
}

}  // namespace dsne::remote
