#include "core/errors.h"
#include "data/stacked.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "local/site_tables.h"

namespace dsne::local {
namespace {

constexpr std::int64_t max_rounds = 1000000000;

/// Keeps the map of this round for the report, if it is a kept one: the reference from the message,
/// and this site's own points after it.
void keep_snapshot(const Json& message, const methods::SiteMethod& method, SiteRun& run) {
  if (!message.contains("reference_places")) return;
  const auto rounds =
      integer_field(message, "rounds", 1, max_rounds, exchange::coordinator_message_name);
  const auto round =
      integer_field(message, "embed_round", 1, rounds, exchange::coordinator_message_name);
  if (!run::is_kept(static_cast<int>(round), static_cast<int>(rounds),
                    run.reference_points + run.points)) {
    return;
  }
  const Matrix own = method.coordinates();
  const Matrix reference = matrix_field(message, "reference_places", run.reference_points,
                                        own.cols(), exchange::coordinator_message_name);
  run::keep({static_cast<int>(round), data::stacked({reference, own})}, run.evolution);
}

}  // namespace

Output answer_embed(const Step& step, SiteRun& run) {
  const bool finds = methods::finds_landmarks(run.inputs.parameters);
  const bool ready = !run.needs_reference()
                         ? run.points > 0
                         : !run.reference_digest.empty() && run.found_landmarks == finds;
  if (!ready) {
    throw MessageError("the remote began the map before this site had the reference");
  }
  SiteTables tables(run, step);
  const auto method = make_site_method(run, step, tables);
  Json message = message_at(run.moment);
  add_answer(message, method->round(step.input), run);
  run.method = method->state();
  keep_snapshot(step.input, *method, run);
  return {message};
}

}  // namespace dsne::local
