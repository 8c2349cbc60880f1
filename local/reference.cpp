#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/method.h"
#include "federated/perplexity.h"
#include "federated/preprocessing.h"
#include "federated/reference/extension.h"
#include "federated/reference/private_reference.h"
#include "federated/site_table.h"
#include "federated/state_names.h"
#include "federated/subject_checks.h"
#include "federated/subjects.h"
#include "federated/treatment.h"
#include "local/agreement.h"
#include "local/landmarks.h"
#include "local/own_summary.h"
#include "local/phases.h"

namespace dsne::local {
namespace {

/// This site's reference, as it travels.
File sent_reference(const Step& step, const SiteRun& run) {
  if (run.own_digest.empty()) {
    throw MessageError("the remote asked this site for a reference that it does not hold");
  }
  return {federated::sent_reference_name, reference_text(run.own_digest, step), "the reference"};
}

void check_perplexity(const SiteRun& run, Eigen::Index reference_points) {
  const federated::Parameters& parameters = run.inputs.parameters;
  if (!federated::reads(federated::find_method(parameters.method), "perplexity")) return;
  federated::check_perplexity(parameters, run.points + reference_points,
                              "this site's points and the reference's");
}

/// Whether a reference may be learned from the sites' subjects, and this site has told no more than
/// what its header names. With a guarantee it tells no more.
bool owes_table(const SiteRun& run) {
  return run.needs_reference() && federated::tells_nothing(run.inputs) &&
         !federated::spends_budget(run.inputs.parameters);
}

/// What a reference could be learned from.
Json full_table(const Step& step, const SiteRun& run) {
  return federated::to_json(
      federated::describe_table(federated::read_kept_table(step.folders.own, run.data_digest),
                                false, !run.inputs.format.feature_columns.empty()));
}

/// A reference with a guarantee is made of what the sites have answered, and sent again while it
/// has not arrived everywhere.
void check_private_reference(const federated::RunReference& reference, const std::string& digest,
                             const Step& step, SiteRun& run) {
  const bool given = run.landmarks.is_null() && run.reference_digest.empty();
  if (given && run.inputs.parameters.reference == federated::ReferenceChoice::automatic) return;
  const bool again = run.landmarks.is_null() && digest == run.reference_digest;
  const bool learned = !run.landmarks.is_null() && !reference.learned &&
                       make_private_reference_site(run, step).done();
  if (!again && !learned) {
    throw MessageError("the remote's reference is not the one that was learned");
  }
}

/// A reference comes as it was given, and, if landmarks were found for it, again with these.
void check_extended(const federated::RunReference& reference, const std::string& digest,
                    const Step& step, const SiteRun& run) {
  const bool again = run.landmarks.is_null() && digest == run.reference_digest;
  const bool first = run.landmarks.is_null() && run.reference_digest.empty() && !reference.added &&
                     !reference.learned;
  if (again || first) return;
  if (run.landmarks.is_null() || !reference.added) {
    throw MessageError("the remote's reference is not the one that was learned");
  }
  SiteTables tables(run, step);
  make_extension_site(run, step, tables).check(*reference.added);
}

constexpr const char* other_reference = "the remote's reference is not the one that this site gave";

/// What is given of an extended reference must be what this site gave, or has taken already.
void check_given_part(const std::string& text, const SiteRun& run) {
  const std::string given =
      sha256(federated::has_added_landmarks(text) ? federated::given_part(text) : text);
  if ((run.gave_reference && given != run.own_digest) ||
      (!run.landmarks.is_null() && given != run.reference_digest)) {
    throw MessageError(other_reference);
  }
}

/// A reference that was learned must be the one that is sent.
/// @return for each subject the landmark that it had a part in; nothing of a given reference
federated::CellNumbers check_learned(const federated::RunReference& reference,
                                     const std::string& digest, const Step& step, SiteRun& run) {
  if (federated::is_private_reference(run.inputs.parameters) && run.own_digest.empty()) {
    check_private_reference(reference, digest, step, run);
    return {};
  }
  if (federated::is_extended(run.inputs.parameters)) {
    check_extended(reference, digest, step, run);
    return {};
  }
  if (reference.added) throw MessageError("the remote sent a reference that was not given");
  if (run.landmarks.is_null() && !run.learned_reference) {
    if (run.inputs.parameters.reference == federated::ReferenceChoice::learned) {
      throw MessageError("the remote sent a reference that was not learned");
    }
    // Its scales and components are anybody's word, where a given reference has only points.
    if (reference.learned) throw MessageError("the remote sent a reference that was not given");
    return {};
  }
  // A reference that this site has taken is sent again while it has not arrived everywhere.
  const bool same =
      run.learned_reference ? digest == run.reference_digest : reference.learned.has_value();
  if (!same) throw MessageError("the remote's reference is not the one that was learned");
  if (run.learned_reference) return run.landmark_of;
  const federated::LandmarkSite landmarks = make_landmark_site(run, step);
  landmarks.check(*reference.learned);
  return landmarks.landmark_of();
}

/// A site's middle and spread among the others' would have to be those of its rows.
void refuse_harmonization(const federated::Parameters& parameters) {
  if (federated::harmonization(parameters) == data::Harmonization::none) return;
  throw InputError("parameter harmonization does not go with a map of summaries");
}

/// Whether the reference has arrived, and what follows from it.
Json take_reference(const Step& step, SiteRun& run) {
  const federated::Parameters& parameters = run.inputs.parameters;
  const std::string digest = text_field(step.input, "sha256", federated::coordinator_message_name);
  if (!is_sha256(digest)) throw MessageError("the remote's message: sha256 is not a digest");
  const bool extended = federated::is_extended(parameters);
  if (run.gave_reference && !extended && digest != run.own_digest) {
    throw MessageError(other_reference);
  }
  // How many of its subjects a site places tells of them, so a run asks by one reference alone.
  const bool given = !extended && !run.learned_reference;
  if (given && !run.reference_digest.empty() && digest != run.reference_digest) {
    throw MessageError("the remote's reference is another one than before");
  }
  const bool summaries = is_on_summaries(step.input, run);
  const auto points = integer_field(step.input, "points", summaries ? 0 : 1, federated::max_points,
                                    federated::coordinator_message_name);
  const auto text = federated::find_reference(digest, step);
  if (!text) return {{"ready", false}};
  if (summaries != federated::is_of_summaries(*text)) {
    throw MessageError("the remote's reference is not what its message says");
  }
  if (extended) check_given_part(*text, run);
  const federated::RunReference reference = federated::parse_run_reference(*text);
  federated::check_harmonization(parameters,
                                 federated::treatment(parameters, reference.points.features));
  federated::CellNumbers landmark_of;
  if (summaries) {
    check_summaries_map(*reference.summaries, step, run);
    refuse_harmonization(parameters);
  } else {
    landmark_of = check_learned(reference, digest, step, run);
  }
  if (number_of_points(reference) != points) {
    throw MessageError("the remote's message: points is not the reference's number of points");
  }
  run.points =
      federated::match_reference(federated::read_kept_table(step.folders.own, run.data_digest),
                                 reference, parameters)
          .values.rows();
  check_least_subjects(run, run.points);
  // Where the coordinator gets all distances, no site makes affinities. Placing among summaries
  // takes as large a perplexity as there are subjects for.
  if (!summaries && !federated::shows_records(federated::find_method(parameters.method))) {
    check_perplexity(run, points);
  }
  federated::keep_reference(*text, step.folders.own);
  run.reference_digest = digest;
  run.learned_reference = !landmark_of.empty();
  run.extended_reference = reference.added.has_value();
  run.private_reference |= !run.landmarks.is_null() && federated::is_private_reference(parameters);
  run.landmark_of = std::move(landmark_of);
  run.landmarks = nullptr;
  run.reference_points = points;
  return {{"ready", true}, {"points", run.points}};
}

/// What follows from the site's own subjects, where no reference is needed.
Json count_subjects(const Step& step, SiteRun& run) {
  run.points =
      federated::without_reference(federated::read_kept_table(step.folders.own, run.data_digest),
                                   federated::treatment(run.inputs.parameters, {}).missing)
          .values.rows();
  check_least_subjects(run, run.points);
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
  const bool summaries = is_on_summaries(step.input, run);
  if (summaries && !step.input.contains("parameters")) return {message};
  // Without a reference at hand the sites meet first, and then agree.
  if (!step.input.contains("parameters") && (run.may_learn() || !run.needs_reference())) {
    if (owes_table(run)) message["table"] = full_table(step, run);
    return {message};
  }
  check_terms(step, run);
  if (summaries && !step.input.contains("sha256")) return sent_summary(step, run, message);
  message.update(run.needs_reference() ? take_reference(step, run) : count_subjects(step, run));
  return {message};
}

}  // namespace dsne::local
