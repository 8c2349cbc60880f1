#include "remote/step.h"

#include "core/errors.h"
#include "federated/state_names.h"
#include "remote/phases.h"

namespace dsne::remote {
namespace {

/// Every site of the run must have answered the coordinator's last message, and no one else.
void check_answers(const Json& answers, const RemoteRun& run) {
  for (const auto& [site, points] : run.sites) {
    if (!answers.contains(site)) throw MessageError("site " + site + " did not answer");
    if (moment_of(answers[site], federated::message_name(site)) != run.moment) {
      throw MessageError(federated::message_name(site) +
                         " is of another phase or round than the one expected");
    }
  }
  if (answers.size() != run.sites.size()) {
    throw MessageError("a site answered that did not register");
  }
}

Json next_message(const coinstac::Step& step, RemoteRun& run) {
  if (run.moment.phase == phase::reference) return share_reference(step, run);
  if (run.moment.phase == phase::embed) return combine_round(step, run);
  if (run.moment.phase == phase::collect) return make_embedding(step, run);
  if (run.moment.phase == phase::report) return finish_run(step, run);
  throw MessageError("the run has ended already");
}

}  // namespace

coinstac::StepResult answer_step(const coinstac::Step& step) {
  const bool first = step.cache.empty();
  RemoteRun run = first ? RemoteRun{} : RemoteRun::from_cache(step.cache);
  if (!first) check_answers(step.input, run);
  Json message = first ? begin_run(step, run) : next_message(step, run);
  if (federated::is_simulation(federated::parse_parameters(run.parameters)))
    message["not_private"] = true;
  return {message, run.to_json(), run.moment.phase == phase::finished};
}

}  // namespace dsne::remote
