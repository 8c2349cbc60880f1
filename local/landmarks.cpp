#include "core/errors.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "local/site_tables.h"
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

}  // namespace dsne::local
