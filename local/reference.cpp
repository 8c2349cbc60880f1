#include "coinstac/digest.h"
#include "coinstac/errors.h"
#include "dsne/state_names.h"
#include "dsne/subjects.h"
#include "local/phases.h"

namespace dsne {
namespace {

/// Puts this site's reference where the orchestrator picks it up.
void send_reference(const Step& step, const SiteInputs& inputs, Missing missing) {
  const auto own = read_own_reference(inputs, step.directories, missing, image_reference_folder());
  if (!own) throw MessageError("the remote asked this site for a reference that it does not hold");
  write_atomically(step.directories.transfer / sent_reference_name, own->text, "the reference");
}

/// A remote must not be able to change what the site agreed to.
void check_parameters(const Json& sent, const Parameters& own) {
  const Json expected = to_json(own);
  if (!sent.is_object()) throw MessageError("the remote's message: parameters is not an object");
  for (const auto& [name, value] : expected.items()) {
    if (!sent.contains(name) || sent[name] != value) {
      throw MessageError("the remote's " + name + " is not the one this site was given");
    }
  }
  if (sent.size() != expected.size()) {
    throw MessageError("the remote sent parameters that this site was not given");
  }
}

}  // namespace

Json answer_reference(const Step& step, SiteRun& run) {
  const Parameters parameters = parse_parameters(run.input);
  const SiteInputs inputs = parse_site_inputs(run.input, step.directories);
  Json message = message_at(run.moment);
  if (step.input.contains("sender")) {
    const bool asked = text_field(step.input, "sender", remote_message_name) == step.client_id;
    if (asked) send_reference(step, inputs, parameters.missing);
    message["sent"] = asked;
    return message;
  }
  check_parameters(field(step.input, "parameters", remote_message_name), parameters);
  const std::string digest = text_field(step.input, "sha256", remote_message_name);
  if (!is_sha256(digest)) throw MessageError("the remote's message: sha256 is not a digest");
  if (!run.given_digest.empty() && digest != run.given_digest) {
    throw MessageError("the remote's reference is not the one that this site gave");
  }
  const auto points = integer_field(step.input, "points", 1, most_points, remote_message_name);
  const auto reference = find_reference(digest, inputs, step.directories, parameters.missing,
                                        image_reference_folder());
  message["ready"] = reference.has_value();
  if (!reference) return message;
  if (reference->values.rows() != points) {
    throw MessageError("the remote's message: points is not the reference's number of points");
  }
  const Table subjects =
      match_reference(read_subjects(inputs, step.directories), *reference, parameters.missing);
  if (subjects.values.rows() != run.points) {
    throw InputError("site_data has changed since the run began");
  }
  run.reference_digest = digest;
  run.reference_points = points;
  return message;
}

}  // namespace dsne
