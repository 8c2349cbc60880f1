#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"

namespace dsne::remote {
namespace {

/// A file can be lost when a site is suspended at that moment, but not again and again.
constexpr int max_attempts = 20;

constexpr const char* reference_name = "the reference";

/// Returns the holder's reference, if it is the registered one.
std::optional<std::string> sent_by_holder(const Step& step, const RemoteRun& run) {
  auto text =
      step.received(run.reference_holder + '/' + exchange::sent_reference_name, reference_name);
  return text && sha256(*text) == run.given_digest ? text : std::nullopt;
}

/// Returns whether the coordinator has a whole copy of the run's reference.
bool has_reference(const Step& step, const RemoteRun& run) {
  return !run.reference_digest.empty() &&
         read_checked(reference_copy(run, step), run.reference_digest, reference_name);
}

/// Returns whether the coordinator has a copy of the given reference; copies what its holder sent
/// if needed. Without summaries it is the run's reference.
bool has_given(const Step& step, RemoteRun& run) {
  const fs::path own = step.folders.own / run::given_reference_file;
  const auto kept = read_checked(own, run.given_digest, reference_name);
  const auto text = kept ? kept : sent_by_holder(step, run);
  if (!text) return false;
  if (data::parse_reference_csv(*text).values.rows() != run.given_points) {
    throw MessageError(exchange::message_name(run.reference_holder) +
                       ": points is not the reference's number of points");
  }
  if (!kept) write_atomically(own, *text, reference_name);
  if (!run.is_on_summaries() && run.reference_digest.empty()) {
    run.reference_digest = run.given_digest;
    run.reference_points = run.given_points;
  }
  return true;
}

bool all_ready(const Json& answers) {
  return std::all_of(answers.items().begin(), answers.items().end(), [](const auto& item) {
    return item.value().contains("ready") &&
           flag_field(item.value(), "ready", exchange::message_name(item.key()));
  });
}

void count_attempt(RemoteRun& run, const std::string& failure) {
  if (++run.attempts > max_attempts) throw MessageError(failure);
}

Output ask_for_reference(RemoteRun& run) {
  if (run.reference_holder.empty() || run.found_landmarks ||
      (run.is_on_summaries() && !run.reference_digest.empty())) {
    throw StorageError("the run's reference is no longer there");
  }
  count_attempt(run, "the reference of site " + run.reference_holder + " did not arrive");
  run.moment = {phase::reference, run.moment.round + 1};
  Json message = message_at(run.moment);
  message["keys"] = run.keys;
  message["sender"] = run.reference_holder;
  return {message};
}

void take_signatures(const Json& answers, RemoteRun& run) {
  for (const auto& [site, answer] : answers.items()) {
    if (!answer.contains("signature")) continue;
    run.signatures[site] = text_field(answer, "signature", exchange::message_name(site));
  }
}

}  // namespace

Json next_terms(RemoteRun& run, const std::string& failure) {
  count_attempt(run, failure);
  run.moment = {phase::reference, run.moment.round + 1};
  Json message = message_at(run.moment);
  message["parameters"] = to_json(run.plan.parameters);
  message["keys"] = run.keys;
  message["signatures"] = run.signatures;
  return message;
}

Output send_terms(const Step& step, RemoteRun& run) {
  Json message = next_terms(run, "the reference did not arrive at every site");
  if (!run.plan.needs_reference) return {message};
  message["sha256"] = run.reference_digest;
  message["points"] = run.reference_points;
  if (run.is_on_summaries()) message["summaries"] = true;
  return {message,
          {{exchange::sent_reference_name,
            kept_reference(reference_copy(run, step), run.reference_digest), reference_name}}};
}

Output share_reference(const Step& step, RemoteRun& run) {
  take_signatures(step.input, run);
  if (!run.reference_holder.empty() && !has_given(step, run)) return ask_for_reference(run);
  if (awaits_summaries(run)) return gather_summaries(step, run);
  if (run.plan.needs_reference && !has_reference(step, run)) {
    return ask_for_reference(run);
  }
  if (run.plan.needs_reference && !run.tables.empty()) {
    const data::Reference points = read_reference(run, step).points;
    choose_by(points.features, points.values.cols(), "the reference", run);
  }
  if (!all_ready(step.input)) return send_terms(step, run);
  for (auto& [site, points] : run.sites) {
    if (!is_heard(site, run)) continue;
    points = integer_field(step.input[site], "points", 1, exchange::max_points,
                           exchange::message_name(site));
  }
  if (run.plan.moves_landmarks && !run.found_landmarks) {
    return begin_landmarks(step, run);
  }
  return first_round(step, run);
}

}  // namespace dsne::remote
