#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/reference/extension.h"
#include "federated/state_names.h"
#include "federated/sums/masked_fields.h"
#include "remote/measures.h"
#include "remote/phases.h"
#include "remote/summaries.h"

namespace dsne::remote {
namespace {

/// A file is lost when a site is suspended just then; not time and again.
constexpr int max_attempts = 20;

constexpr const char* reference_name = "the reference";

/// A file's text if it is the reference.
std::optional<std::string> checked(std::optional<std::string> text, const RemoteRun& run) {
  if (text && sha256(*text) != run.reference_digest) text.reset();
  if (text && number_of_points(federated::parse_run_reference(*text)) != run.reference_points) {
    throw MessageError(federated::message_name(run.reference_holder) +
                       ": points is not the reference's number of points");
  }
  return text;
}

/// True when the coordinator has a whole copy of its own, taken from what the holder sent if need
/// be.
bool has_reference(const Step& step, const RemoteRun& run) {
  const fs::path own = reference_copy(run, step);
  if (checked(read_checked(own, run.reference_digest, reference_name), run)) return true;
  if (!is_plain_name(run.reference_holder)) return false;
  const auto sent = checked(
      step.received(run.reference_holder + '/' + federated::sent_reference_name, reference_name),
      run);
  if (sent) write_atomically(own, *sent, reference_name);
  return sent.has_value();
}

bool all_ready(const Json& answers) {
  return std::all_of(answers.items().begin(), answers.items().end(), [](const auto& item) {
    return item.value().contains("ready") &&
           flag_field(item.value(), "ready", federated::message_name(item.key()));
  });
}

void count_attempt(RemoteRun& run, const std::string& failure) {
  if (++run.attempts > max_attempts) throw MessageError(failure);
}

Output ask_for_reference(RemoteRun& run) {
  if (learns_reference(run) || run.is_on_summaries() || run.added > 0)
    throw StorageError("the learned reference is no longer there");
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
    run.signatures[site] = text_field(answer, "signature", federated::message_name(site));
  }
}

/// The sites' common key, which the first of them has sealed for each of the others.
void take_sealed_keys(const Json& answers, RemoteRun& run) {
  const std::string& first = run.sites.begin()->first;
  const std::string what = federated::message_name(first);
  const Json& keys = field(answers[first], federated::sealed_keys_field, what);
  for (const auto& [site, points] : run.sites) {
    if (site != first) run.sealed_keys[site] = text_field(keys, site, what);
  }
}

}  // namespace

Json next_terms(RemoteRun& run, const std::string& failure) {
  count_attempt(run, failure);
  run.moment = {phase::reference, run.moment.round + 1};
  Json message = message_at(run.moment);
  message["parameters"] = federated::to_json(run.parameters);
  message["keys"] = run.keys;
  message["signatures"] = run.signatures;
  message[federated::sealed_keys_field] = run.sealed_keys;
  return message;
}

Output send_terms(const Step& step, RemoteRun& run) {
  Json message = next_terms(run, "the reference did not arrive at every site");
  if (!federated::needs_reference(run.parameters)) return {message};
  message["sha256"] = run.reference_digest;
  message["points"] = run.reference_points;
  if (run.is_on_summaries()) message["summaries"] = true;
  return {message,
          {{federated::sent_reference_name, read_file(reference_copy(run, step), reference_name),
            reference_name}}};
}

Output share_reference(const Step& step, RemoteRun& run) {
  take_signatures(step.input, run);
  take_sealed_keys(step.input, run);
  if (awaits_summaries(run)) return gather_summaries(step, run);
  if (learns_reference(run) && run.reference_digest.empty()) return begin_landmarks(step, run);
  if (federated::needs_reference(run.parameters) && !has_reference(step, run)) {
    return ask_for_reference(run);
  }
  if (federated::needs_reference(run.parameters) && !run.tables.empty()) {
    choose_by(read_reference(run, step).points.features, "the reference", run);
  }
  if (!all_ready(step.input)) return send_terms(step, run);
  for (auto& [site, points] : run.sites) {
    points = integer_field(step.input[site], "points", 1, federated::max_points,
                           federated::message_name(site));
  }
  if (federated::is_extended(run.parameters) && !run.extended) return begin_extension(step, run);
  return first_round(step, run);
}

}  // namespace dsne::remote
