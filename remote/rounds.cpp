#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "core/digest.h"
#include "core/errors.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"
#include "run/reference/mmd.h"

namespace dsne::remote {
namespace {

constexpr Eigen::Index subjects_per_landmark = 8;
constexpr Eigen::Index least_landmarks = 4;

/// Returns the next question to the sites.
Json question(const Json& asked, RemoteRun& run) {
  run.moment = {phase::landmarks, run.moment.round + 1};
  Json message = message_at(run.moment);
  message.update(asked);
  return message;
}

/// Ends the search: sends the reference to the sites.
Output end_landmarks(const std::string& text, Eigen::Index points, const Step& step,
                     RemoteRun& run) {
  run.landmarks = nullptr;
  run.reference_digest = sha256(text);
  run.reference_points = points;
  run.attempts = 0;
  write_atomically(reference_copy(run, step), text, "the reference");
  return send_terms(step, run);
}

Json landmarks_question(const Matrix& landmarks, RemoteRun& run) {
  return question({{"number_of_landmarks", landmarks.rows()}, {"landmarks", pack(landmarks)}}, run);
}

/// @throws InputError when there are too few subjects
Eigen::Index number_of_landmarks(const RemoteRun& run) {
  const Eigen::Index subjects =
      std::accumulate(run.sites.begin(), run.sites.end(), Eigen::Index{0},
                      [](Eigen::Index sum, const auto& site) { return sum + site.second; });
  const Eigen::Index most =
      std::min<Eigen::Index>(run.plan.parameters.landmarks, subjects / subjects_per_landmark);
  if (most < least_landmarks) throw InputError("there are too few subjects for landmarks");
  return most;
}

}  // namespace

Output begin_landmarks(const Step& step, RemoteRun& run) {
  const Matrix points = read_points(run, step);
  const Matrix landmarks =
      run::first_landmarks(run::axis_variances(points), number_of_landmarks(run));
  run.landmarks = {{"round", 1}, {"landmarks", pack(landmarks)}};
  return {landmarks_question(landmarks, run)};
}

Output learn_landmarks(const Step& step, RemoteRun& run) {
  const Matrix points = read_points(run, step);
  const auto round = run.landmarks.at("round").get<int>();
  Matrix landmarks = unpack(run.landmarks.at("landmarks"));
  const Eigen::Index count = landmarks.rows();
  const exchange::SiteAnswers answers(step.input.get<std::map<std::string, Json>>());
  const Matrix sum = answers.sum(run::moved_name, count, points.cols(), run::moved_bound(points));
  landmarks = run::moved_landmarks(landmarks, sum / static_cast<double>(run.sites.size()),
                                   run.plan.parameters);
  if (round == run.plan.parameters.mmd_rounds) {
    const std::string before = kept_reference(reference_copy(run, step), run.reference_digest);
    run.found_landmarks = true;
    return end_landmarks(run::to_text(before, landmarks), count, step, run);
  }
  run.landmarks["landmarks"] = pack(landmarks);
  run.landmarks["round"] = round + 1;
  return {landmarks_question(landmarks, run)};
}

namespace {

/// Sends the run's result to all sites.
Output send_result(const methods::CoordinatorMethod& method, RemoteRun& run) {
  run.moment = {phase::report, run.moment.round + 1};
  run.method = method.state();
  run.report = {{"result", method.result()}};
  Json message = message_at(run.moment);
  message.update(run.report);
  tell_left_out(run, message);
  return {message};
}

/// Sends the method's next message, or the request for what the sites share.
Output send_round(const methods::CoordinatorMethod& method, RemoteRun& run) {
  const bool all_done = run.embed_round == method.rounds();
  if (all_done && !run.plan.makes_map) {
    return send_result(method, run);
  }
  run.moment = {all_done ? phase::collect : phase::embed, run.moment.round + 1};
  run.method = method.state();
  Json message = message_at(run.moment);
  message.update(method.message());
  if (!all_done) {
    message["embed_round"] = ++run.embed_round;
    message["rounds"] = method.rounds();
  }
  return {message};
}

}  // namespace

Output first_round(const Step& step, RemoteRun& run) {
  return send_round(*make_coordinator_method(run, step), run);
}

Output combine_round(const Step& step, RemoteRun& run) {
  const auto method = make_coordinator_method(run, step);
  method->combine(exchange::SiteAnswers(step.input.get<std::map<std::string, Json>>()));
  return send_round(*method, run);
}

}  // namespace dsne::remote
