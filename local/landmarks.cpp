#include <limits>
#include <utility>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "local/site_tables.h"
#include "run/kept_subjects.h"
#include "run/preprocessing.h"
#include "run/reference/mmd.h"
#include "run/reference/private_reference.h"
#include "run/subjects.h"

namespace dsne::local {
namespace {

std::vector<std::string> features_of(const SiteRun& run) { return run.landmarks.at("features"); }

/// Returns the subjects' values of the run's features, NaN where missing.
Matrix with_missing(data::Table subjects, const SiteRun& run, Eigen::Index features) {
  const std::vector<std::string> names = features_of(run);
  return run::match_features(
             std::move(subjects), names,
             RowVector::Constant(features, std::numeric_limits<double>::quiet_NaN()),
             run::treatment(run.inputs.parameters, names).missing)
      .values;
}

/// Checks what the site agrees to when the first noisy sums are requested.
void begin(const Step& step, SiteRun& run) {
  constexpr std::string_view what = exchange::coordinator_message_name;
  const methods::Parameters& parameters = run.inputs.parameters;
  if (!run.reference_digest.empty()) {
    throw MessageError("the remote draws a reference although the run has one");
  }
  const Eigen::Index features =
      integer_field(step.input, "number_of_features", 1, exchange::max_features, what);
  const std::vector<std::string> names = texts_field(step.input, "features", what);
  data::Table subjects = run::read_kept_table(step.folders.own, run.data_digest);
  if (!names.empty() && std::ssize(names) != features) {
    throw MessageError("the remote's message: features is not of number_of_features");
  }
  if (names != run::named_bounds(parameters)) {
    throw MessageError("the remote's message: features is not what feature_bounds names");
  }
  run.landmarks = {{"features", names}, {"number_of_features", features}, {"state", 0}};
  check_terms(step, run);
  run.points = with_missing(std::move(subjects), run, features).rows();
  check_least_subjects(run, run.points);
}

Output answer_guaranteed(const Step& step, SiteRun& run) {
  if (run.landmarks.is_null()) begin(step, run);
  const auto features = run.landmarks.at("number_of_features").get<Eigen::Index>();
  const run::PrivateReferenceProblem problem{run.inputs.parameters, features_of(run), features,
                                             run.sums->sites()};
  const run::PrivateReferenceSite site{
      run.points,
      [&] {
        return with_missing(run::read_kept_table(step.folders.own, run.data_digest), run, features);
      },
      make_spend(run, step)};
  const auto rounds = run.landmarks.at("state").get<int>();
  Json message = message_at(run.moment);
  add_answer(message, run::answer_private_reference(problem, site, rounds, step.input), run);
  run.landmarks["state"] = rounds + 1;
  return {message};
}

Matrix landmarks_of(const Json& message, Eigen::Index components) {
  constexpr std::string_view what = exchange::coordinator_message_name;
  const auto count = integer_field(message, "number_of_landmarks", 1, exchange::max_points, what);
  return matrix_field(message, "landmarks", count, components, what);
}

/// Counts the round.
/// @throws MessageError when no further round is allowed
void count_round(SiteRun& run) {
  const methods::Parameters& parameters = run.inputs.parameters;
  if (!methods::finds_landmarks(parameters) || run.reference_digest.empty() ||
      run.found_landmarks) {
    throw MessageError("the remote asks about landmarks that this run does not find");
  }
  const int rounds = run.landmarks.is_null() ? 0 : run.landmarks.at("rounds").get<int>();
  if (rounds == parameters.mmd_rounds) {
    throw MessageError("the remote asks for more rounds than mmd_rounds");
  }
  run.landmarks = {{"rounds", rounds + 1}};
}

Output answer_descent(const Step& step, SiteRun& run) {
  count_round(run);
  SiteTables tables(run, step);
  const methods::SitePoints points = tables.points();
  const Matrix landmarks = landmarks_of(step.input, points.reference.cols());
  const Matrix moved = run::mmd_answer(
      points.own, landmarks, run::axis_variances(points.reference), run.inputs.parameters,
      [&run](const std::string& purpose) { return privacy::KeyedSource(run.sums->secret_key(purpose)); });
  Json message = message_at(run.moment);
  add_answer(message,
             {Json::object(), {{run::moved_name, run::moved_bound(points.reference), moved}}}, run);
  return {message};
}

}  // namespace

Output answer_landmarks(const Step& step, SiteRun& run) {
  return run::is_private_reference(run.inputs.parameters) ? answer_guaranteed(step, run)
                                                          : answer_descent(step, run);
}

}  // namespace dsne::local
