#include <boost/format.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/phrases.h"
#include "exchange/site_answers.h"
#include "local/own_summary.h"
#include "local/site_run.h"
#include "methods/method.h"
#include "run/kept_subjects.h"
#include "run/preprocessing.h"
#include "run/reference/site_reference.h"
#include "run/subjects.h"

namespace dsne::local {
namespace {

/// A remote must not be able to change what the site agreed to.
void check_parameters(const Json& sent, const methods::Parameters& own) {
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

/// Whoever adds to a sum over few sites shows the others its part.
void check_least_sites(const SiteRun& run) {
  const std::string& sums = run.plan().sums;
  if (sums.empty() || run.sums->sites() >= run.inputs.settings.keys.least_sites) return;
  throw InputError(sums + " sums over the run's sites, " + std::to_string(run.sums->sites()) +
                   "; least_sites is " + std::to_string(run.inputs.settings.keys.least_sites) +
                   ": set it in site_settings to take part with fewer");
}

/// Meets the other sites, and signs the run with the site's long-term key if it has one.
void meet_sites(const Step& step, SiteRun& run, Json& answer) {
  run.sums->meet(
      exchange::parse_roster(field(step.input, "keys", exchange::coordinator_message_name),
                             exchange::coordinator_message_name));
  if (const auto identity = run::read_identity(run.inputs.settings, step.folders.inputs)) {
    answer["signature"] = run.sums->signature(*identity);
  }
}

/// Checks that the parameters are those that this site was given, that the sites' identities are
/// accepted, and that sums are over as many sites as this site's settings require.
/// @throws InputError, MessageError when one does not hold
void check_terms(const Step& step, SiteRun& run) {
  check_parameters(field(step.input, "parameters", exchange::coordinator_message_name),
                   run.plan().parameters);
  run.sums->check_signatures(field(step.input, "signatures", exchange::coordinator_message_name),
                             run.inputs.settings.keys);
  check_least_sites(run);
}

}  // namespace

void check_least_subjects(const SiteRun& run, Eigen::Index subjects) {
  const std::string& sums = run.plan().sums;
  const Eigen::Index least = run.inputs.settings.least_subjects;
  if (sums.empty() || subjects >= least) return;
  // With noise for a guarantee a sum may be over few.
  if (run.plan().has_shared_noise) return;
  throw InputError(sums + " sends sums over this site's " + counted(subjects, "subject") +
                   "; least_subjects is " + std::to_string(least) +
                   ": set it in site_settings to take part with fewer");
}

namespace {

/// Returns this site's reference as a file to send.
File sent_reference(const Step& step, const SiteRun& run) {
  if (run.own_digest.empty()) {
    throw MessageError("the remote asked this site for a reference that it does not hold");
  }
  return {exchange::sent_reference_name, reference_text(run.own_digest, step), "the reference"};
}

void check_neighbours(const SiteRun& run, Eigen::Index reference_points) {
  const auto& neighbours = run.plan().neighbours;
  if (!neighbours) return;
  neighbours->check(run.points + reference_points, "this site's points and the reference's");
}

[[noreturn]] void refuse_other() {
  throw MessageError("the remote's reference differs from before");
}

/// The number of subjects that a site can place reveals something about them, so a run may ask for
/// one reference only. The same may be sent again until it has arrived everywhere, and once more
/// with the landmarks found from it.
void check_follows(const run::RunReference& reference, const std::string& text,
                   const std::string& digest, const SiteRun& run) {
  if (digest == run.reference_digest) return;
  if (run.reference_digest.empty()) {
    if (reference.landmarks) refuse_other();
    return;
  }
  const bool found = !run.landmarks.is_null() && !run.found_landmarks && reference.landmarks;
  if (!found || sha256(run::without_landmarks(text)) != run.reference_digest) refuse_other();
}

/// Checks that this site's reference is the one sent, or among the points of the map of summaries.
void check_given(const run::RunReference& reference, const std::string& text, const Step& step,
                 const SiteRun& run) {
  if (!run.gave_reference) return;
  const bool same =
      reference.summaries
          ? has_points(*reference.summaries,
                       data::parse_reference_csv(reference_text(run.own_digest, step)))
          : sha256(run::without_landmarks(text)) == run.own_digest;
  if (!same) {
    throw MessageError("the remote's reference is not the one that this site gave");
  }
}

/// Checks the announcement, before the reference has arrived.
void check_announced(const std::string& digest, bool summaries, const SiteRun& run) {
  if (!run.landmarks.is_null() || digest == run.reference_digest) return;
  if (!run.reference_digest.empty()) refuse_other();
  if (run.gave_reference && !summaries && digest != run.own_digest) {
    throw MessageError("the remote's reference is not the one that this site gave");
  }
}

/// The subjects in the run's measures. A step's error goes to all sites, and the coordinator may
/// choose the reference, so it says what kind of fault a table has, and not where.
data::Table fitting(const std::function<data::Table(data::Table)>& match, const Step& step,
                    const SiteRun& run) {
  try {
    return match(run::read_kept_table(step.folders.own, run.data_digest));
  } catch (const InputError&) {
    throw InputError(
        "site_data lacks a measure of the run, or values of one: dsne check, with the run's "
        "reference, says where");
  }
}

/// Whether the reference has arrived, and what follows from it.
Json take_reference(const Step& step, SiteRun& run) {
  const methods::Parameters& parameters = run.plan().parameters;
  const std::string digest = text_field(step.input, "sha256", exchange::coordinator_message_name);
  if (!is_sha256(digest)) throw MessageError("the remote's message: sha256 is not a digest");
  const bool summaries = is_on_summaries(step.input, run);
  check_announced(digest, summaries, run);
  const auto points = integer_field(step.input, "points", summaries ? 0 : 1, exchange::max_points,
                                    exchange::coordinator_message_name);
  const auto text = run::find_reference(digest, step);
  if (!text) return {{"ready", false}};
  if (summaries != run::is_of_summaries(*text)) {
    throw MessageError("the remote's reference is not what its message says");
  }
  const run::RunReference reference = run::parse_run_reference(*text, run.plan());
  if (!reference.is_map()) {
    run::check_harmonization(parameters, run::treatment(parameters, reference.points.features));
  }
  check_follows(reference, *text, digest, run);
  check_given(reference, *text, step, run);
  if (summaries) check_summaries_map(*reference.summaries, step, run);
  if (number_of_points(reference) != points) {
    throw MessageError("the remote's message: points is not the reference's number of points");
  }
  const auto match = [&](data::Table subjects) {
    return run::match_reference(std::move(subjects), reference, parameters);
  };
  run.points = fitting(match, step, run).values.rows();
  check_least_subjects(run, run.points);
  // With all distances at the coordinator, no site computes affinities. Placing among summaries
  // takes as many neighbours as the subjects allow.
  if (!reference.is_map() && !run.plan().posts_records) check_neighbours(run, points);
  run::keep_reference(*text, step.folders.own);
  run.reference_digest = digest;
  run.found_landmarks = reference.landmarks.has_value();
  run.landmarks = nullptr;
  run.reference_points = points;
  return {{"ready", true}, {"points", run.points}};
}

/// Answers from the site's own subjects, if no reference is needed.
Json count_subjects(const Step& step, SiteRun& run) {
  const auto match = [&](data::Table subjects) {
    return run::without_reference(std::move(subjects),
                                  run::treatment(run.plan().parameters, {}).missing);
  };
  run.points = fitting(match, step, run).values.rows();
  check_least_subjects(run, run.points);
  return {{"ready", true}, {"points", run.points}};
}

}  // namespace

Output answer_reference(const Step& step, SiteRun& run) {
  Json message = message_at(run.moment);
  meet_sites(step, run, message);
  if (step.input.contains("sender")) {
    const bool asked =
        text_field(step.input, "sender", exchange::coordinator_message_name) == step.node;
    message["sent"] = asked;
    return {message, asked ? Files{sent_reference(step, run)} : Files{}};
  }
  const bool summaries = is_on_summaries(step.input, run);
  if (summaries && !step.input.contains("parameters")) return {message};
  // Without a reference, the sites meet first and agree later.
  if (!step.input.contains("parameters") && !run.plan().needs_reference) return {message};
  check_terms(step, run);
  if (summaries && !step.input.contains("sha256")) return sent_summary(step, run, message);
  message.update(run.plan().needs_reference ? take_reference(step, run)
                                            : count_subjects(step, run));
  return {message};
}

}  // namespace dsne::local
