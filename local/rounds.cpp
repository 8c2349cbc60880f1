#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "exchange/site_answers.h"
#include "local/site_run.h"
#include "local/site_tables.h"
#include "methods/messages.h"
#include "run/preprocessing.h"
#include "run/reference/mmd.h"

namespace dsne::local {
namespace {

Matrix landmarks_of(const Json& message, Eigen::Index components) {
  constexpr std::string_view what = exchange::coordinator_message_name;
  const auto count = integer_field(message, "number_of_landmarks", 1, exchange::max_points, what);
  return matrix_field(message, "landmarks", count, components, what);
}

/// Counts the round.
/// @throws MessageError when no further round is allowed
void count_round(SiteRun& run) {
  if (!run.plan().moves_landmarks || run.reference_digest.empty() || run.found_landmarks) {
    throw MessageError("the remote asks about landmarks that this run does not find");
  }
  const int rounds = run.landmarks.is_null() ? 0 : run.landmarks.at("rounds").get<int>();
  if (rounds == run.plan().parameters.mmd_rounds) {
    throw MessageError("the remote asks for more rounds than mmd_rounds");
  }
  run.landmarks = {{"rounds", rounds + 1}};
}

}  // namespace

Output answer_landmarks(const Step& step, SiteRun& run) {
  count_round(run);
  SiteTables tables(run, step);
  const methods::SitePoints points = tables.points();
  const Matrix landmarks = landmarks_of(step.input, points.reference.cols());
  const Matrix moved = run::mmd_answer(points.own, landmarks, run::axis_variances(points.reference),
                                       run.plan().parameters, [&run](const std::string& purpose) {
                                         return privacy::KeyedSource(run.sums->secret_key(purpose));
                                       });
  Json message = message_at(run.moment);
  add_answer(message,
             {Json::object(), {{run::moved_name, run::moved_bound(points.reference), moved}}}, run);
  return {message};
}

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

namespace {

/// Returns the answer of a site that keeps its positions: no fields, and 0 in sums.
exchange::SiteAnswer without_own_part(exchange::SiteAnswer answer) {
  answer.fields = Json::object();
  for (exchange::SumTerm& term : answer.sums) term.values.setZero();
  return answer;
}

}  // namespace

Output answer_collect(const Step& step, SiteRun& run) {
  const run::SiteSettings& settings = run.inputs.settings;
  SiteTables tables(run, step);
  const bool shares_places = settings.share_places && tables.reference().has_common_map();
  if (run.method.is_null() && !tables.is_map_of_summaries()) {
    throw MessageError("the remote asks for a map that was not made");
  }
  const auto method = make_site_method(run, step, tables);
  Json message = message_at(run.moment);
  exchange::SiteAnswer answer = method->finish(step.input);
  run.method = method->state();
  if (!shares_places) answer = without_own_part(std::move(answer));
  add_answer(message, answer, run);
  if (!shares_places) return {message};
  const Matrix coordinates = method->coordinates();
  const Matrix reference =
      matrix_field(step.input, methods::reference_places_name, run.reference_points,
                   coordinates.cols(), exchange::coordinator_message_name);
  const double extent = reference.rows() > 0 ? extent_of(reference) : 0;
  message["places"] =
      pack(methods::rounded_places(coordinates, std::max(extent_of(coordinates), extent)));
  if (settings.share_labels) {
    const std::vector<std::string>& labels = tables.subjects().labels;
    if (!labels.empty()) message["labels"] = labels;
  }
  return {message};
}

}  // namespace dsne::local
