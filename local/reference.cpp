#include <boost/format.hpp>
#include <cmath>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/preprocessing.h"
#include "federated/state_names.h"
#include "federated/subjects.h"
#include "local/phases.h"
#include "tsne/affinities.h"

namespace dsne::local {
namespace {

/// This site's reference, as it travels.
File sent_reference(const Step& step, const SiteRun& run) {
  if (run.own_digest.empty()) {
    throw MessageError("the remote asked this site for a reference that it does not hold");
  }
  return {federated::sent_reference_name, reference_text(run.own_digest, step), "the reference"};
}

/// A remote must not be able to change what the site agreed to.
void check_parameters(const Json& sent, const federated::Parameters& own) {
  const Json expected = federated::to_json(own);
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

/// Whoever adds to a sum over few sites shows the others its part.
void check_least_sites(const SiteRun& run) {
  const std::string& method = run.inputs.parameters.method;
  const federated::KeyPolicy& policy = run.inputs.settings.keys;
  if (!federated::sends_sums(federated::find_method(method)) ||
      run.sums->known_sites() >= policy.least_sites)
    return;
  throw InputError("method " + method + " sums over the run's sites, of which " +
                   (policy.known_keys.empty() ? "there are" : "this site knows") +
                   " fewer than its least_sites");
}

/// Meets the other sites, and says under the site's long-term key, if it has one, that it did.
void meet_sites(const Step& step, SiteRun& run, Json& answer) {
  run.sums->meet(
      federated::parse_roster(field(step.input, "keys", federated::coordinator_message_name),
                              federated::coordinator_message_name));
  if (const auto identity = federated::read_identity(run.inputs.settings, step.folders.inputs)) {
    answer["signature"] = run.sums->signature(*identity);
  }
}

/// Sums over few subjects are as good as these.
void check_least_subjects(const SiteRun& run) {
  const std::string& method = run.inputs.parameters.method;
  if (!federated::sends_sums(federated::find_method(method)) ||
      run.points >= run.inputs.settings.least_subjects)
    return;
  throw InputError(
      "method " + method +
      " sends sums over this site's subjects, which are fewer than its least_subjects");
}

void check_perplexity(const SiteRun& run, double perplexity, Eigen::Index reference_points) {
  const double largest = tsne::largest_perplexity(run.points + reference_points);
  if (perplexity <= largest) return;
  throw InputError(str(boost::format("perplexity is too large: with this site's points and the "
                                     "reference's it must be at most %.1f") %
                       (std::floor(largest * 10) / 10)));
}

/// Whether the reference has arrived, and what follows from it.
Json take_reference(const Step& step, SiteRun& run) {
  const federated::Parameters& parameters = run.inputs.parameters;
  const std::string digest = text_field(step.input, "sha256", federated::coordinator_message_name);
  if (!is_sha256(digest)) throw MessageError("the remote's message: sha256 is not a digest");
  if (run.gave_reference && digest != run.own_digest) {
    throw MessageError("the remote's reference is not the one that this site gave");
  }
  const auto points = integer_field(step.input, "points", 1, federated::max_points,
                                    federated::coordinator_message_name);
  const auto text = federated::find_reference(digest, step);
  if (!text) return {{"ready", false}};
  const data::Reference reference = data::parse_reference_csv(*text);
  if (reference.values.rows() != points) {
    throw MessageError("the remote's message: points is not the reference's number of points");
  }
  federated::fit_preprocessing(reference.values, parameters);
  run.points =
      federated::match_reference(federated::read_kept_table(step.folders.own, run.data_digest),
                                 reference, parameters.missing)
          .values.rows();
  check_least_subjects(run);
  check_perplexity(run, parameters.perplexity, points);
  federated::keep_reference(*text, step.folders.own);
  run.reference_digest = digest;
  run.reference_points = points;
  return {{"ready", true}, {"points", run.points}};
}

/// What follows from the site's own subjects, where no reference is needed.
Json count_subjects(const Step& step, SiteRun& run) {
  run.points =
      federated::without_reference(federated::read_kept_table(step.folders.own, run.data_digest),
                                   run.inputs.parameters.missing)
          .values.rows();
  check_least_subjects(run);
  return {{"ready", true}, {"points", run.points}};
}

}  // namespace

Output answer_reference(const Step& step, SiteRun& run) {
  Json message = message_at(run.moment);
  meet_sites(step, run, message);
  if (step.input.contains("sender")) {
    const bool asked =
        text_field(step.input, "sender", federated::coordinator_message_name) == step.node;
    message["sent"] = asked;
    return {message, asked ? Files{sent_reference(step, run)} : Files{}};
  }
  // Without a reference the sites meet first, and then agree.
  if (!run.needs_reference() && !step.input.contains("parameters")) return {message};
  check_parameters(field(step.input, "parameters", federated::coordinator_message_name),
                   run.inputs.parameters);
  run.sums->check_signatures(field(step.input, "signatures", federated::coordinator_message_name),
                             run.inputs.settings.keys);
  check_least_sites(run);
  message.update(run.needs_reference() ? take_reference(step, run) : count_subjects(step, run));
  return {message};
}

}  // namespace dsne::local
