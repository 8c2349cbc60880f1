#include <map>
#include <string>

#include "core/digest.h"
#include "federated/reference/extension_coordinator.h"
#include "federated/reference/landmark_coordinator.h"
#include "federated/reference/private_reference_coordinator.h"
#include "federated/sums/masked_fields.h"
#include "remote/measures.h"
#include "remote/phases.h"

namespace dsne::remote {
namespace {

federated::Treatment treatment(const RemoteRun& run) {
  return federated::treatment(run.parameters, run.features);
}

federated::LandmarkCoordinator make_coordinator(const RemoteRun& run) {
  return {{run.parameters, treatment(run).normalization, run.number_of_features}, run.landmarks};
}

federated::PrivateReferenceCoordinator make_private_coordinator(const RemoteRun& run) {
  return {{run.parameters, run.features, run.number_of_features, std::ssize(run.sites)},
          run.landmarks};
}

/// What the sites are asked next.
template <typename Learning>
Json question(const Learning& landmarks, RemoteRun& run) {
  run.moment = {phase::landmarks, run.moment.round + 1};
  Json message = message_at(run.moment);
  message.update(landmarks.message());
  return message;
}

/// The reference is there: the sites take it.
Output end_landmarks(const std::string& text, Eigen::Index points, const Step& step,
                     RemoteRun& run) {
  run.landmarks = nullptr;
  run.reference_digest = sha256(text);
  run.reference_points = points;
  run.attempts = 0;
  write_atomically(reference_copy(run, step), text, "the reference");
  return send_terms(step, run);
}

Output learn_with_guarantee(const Step& step, RemoteRun& run) {
  federated::PrivateReferenceCoordinator learning = make_private_coordinator(run);
  learning.combine(federated::SiteAnswers(step.input.get<std::map<std::string, Json>>()));
  if (!learning.done()) {
    run.landmarks = learning.state();
    return {question(learning, run)};
  }
  const data::Reference reference = learning.result();
  return end_landmarks(reference_csv(reference), reference.values.rows(), step, run);
}

federated::ExtensionCoordinator make_extension_coordinator(const Step& step, const RemoteRun& run) {
  const federated::RunReference reference = read_reference(run, step);
  const Matrix points = preprocessed(reference, preprocessing_of(reference, run.parameters));
  return {run.parameters, federated::extension_space(points), run.landmarks};
}

/// The sites take the reference with the landmarks, or begin with it as it was given.
Output end_extension(const federated::ExtensionCoordinator& extension, const Step& step,
                     RemoteRun& run) {
  run.extended = true;
  const auto added = extension.result();
  if (!added) {
    run.landmarks = nullptr;
    return first_round(step, run);
  }
  const std::string given = read_file(reference_copy(run, step), "the reference");
  run.added = added->landmarks.rows();
  return end_landmarks(to_text(given, *added), run.reference_points + run.added, step, run);
}

Output extend_reference(const Step& step, RemoteRun& run) {
  federated::ExtensionCoordinator extension = make_extension_coordinator(step, run);
  extension.combine(federated::SiteAnswers(step.input.get<std::map<std::string, Json>>()));
  if (extension.done()) return end_extension(extension, step, run);
  run.landmarks = extension.state();
  return {question(extension, run)};
}

}  // namespace

Output begin_extension(const Step& step, RemoteRun& run) {
  return {question(make_extension_coordinator(step, run), run)};
}

Output begin_landmarks(const Step& step, RemoteRun& run) {
  choose_by_answers(step.input, run);
  if (!federated::is_private_reference(run.parameters)) {
    federated::check_learnable(run.parameters, treatment(run), run.number_of_features);
  }
  Json message = federated::is_private_reference(run.parameters)
                     ? question(make_private_coordinator(run), run)
                     : question(make_coordinator(run), run);
  message["parameters"] = federated::to_json(run.parameters);
  message["signatures"] = run.signatures;
  message[federated::sealed_keys_field] = run.sealed_keys;
  message["features"] = run.features;
  message["number_of_features"] = run.number_of_features;
  return {message};
}

Output learn_landmarks(const Step& step, RemoteRun& run) {
  if (federated::is_extended(run.parameters)) return extend_reference(step, run);
  if (federated::is_private_reference(run.parameters)) return learn_with_guarantee(step, run);
  federated::LandmarkCoordinator landmarks = make_coordinator(run);
  landmarks.combine(federated::SiteAnswers(step.input.get<std::map<std::string, Json>>()));
  if (!landmarks.done()) {
    run.landmarks = landmarks.state();
    return {question(landmarks, run)};
  }
  federated::LearnedReference reference = landmarks.result();
  reference.features = run.features;
  return end_landmarks(to_text(reference), reference.landmarks.rows(), step, run);
}

}  // namespace dsne::remote
