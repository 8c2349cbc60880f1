#include "core/errors.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "local/site_tables.h"

namespace dsne::local {

Output answer_embed(const Step& step, SiteRun& run) {
  const run::RunPlan& plan = run.plan();
  const bool ready = plan.needs_reference ? !run.reference_digest.empty() &&
                                                run.found_landmarks == plan.moves_landmarks
                                          : run.points > 0;
  if (!ready) {
    throw MessageError("the remote began the map before this site had the reference");
  }
  SiteTables tables(run, step);
  const auto method = make_site_method(run, step, tables);
  Json message = message_at(run.moment);
  add_answer(message, method->round(step.input), run);
  run.method = method->state();
  return {message};
}

}  // namespace dsne::local
