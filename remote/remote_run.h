#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/step.h"
#include "methods/method.h"
#include "run/measure_choice.h"
#include "run/reference/run_reference.h"
#include "run/registration.h"

namespace dsne::remote {

/// The coordinator's state between the steps of a run: the JSON of its cache.
struct RemoteRun {
  Moment moment;                              ///< the last message sent
  std::map<std::string, Eigen::Index> sites;  ///< own points of each site; 0 until all are ready
  run::SiteNames names;                       ///< under which each site appears
  run::SiteNames left_out_sites;              ///< sites whose files have faults, likewise
  run::SiteNames lost_sites;                  ///< sites that stopped answering, likewise
  run::TableProfiles tables;                  ///< until it is decided which measures count
  std::vector<data::UnevenMeasure> uneven;    ///< measures that are left out, or that a site lacks
  run::RunPlan plan;                          ///< by the parameters that all sites agreed on
  Json keys;  ///< of each site, as it registered them; of lost ones, too, whom the others have met
  Json signatures;               ///< of the run's keys, of sites with an identity
  std::string reference_holder;  ///< the site that sends its reference, if one does
  std::string given_digest;      ///< of that
  Eigen::Index given_points = 0;
  Json summaries;  ///< in a run on summaries, each site's registered summary; otherwise null
  std::vector<std::string>
      features;  ///< the chosen ones, if no reference decides; empty without names
  Eigen::Index number_of_features = 0;  ///< of these; 0 until known
  Json landmarks;                       ///< while they are found; otherwise null
  std::string reference_digest;
  Eigen::Index reference_points = 0;
  bool found_landmarks = false;  ///< the reference has landmarks
  int attempts = 0;              ///< how often the reference was requested or sent
  int embed_round = 0;           ///< rounds of the method sent
  Json method;                   ///< the method's state; null before its first round
  Json report;  ///< the joint map and other content of the report, from `collect` on

  bool is_on_summaries() const { return summaries.is_object(); }

  /// Returns whether a site's name differs from its id.
  bool has_names() const;

  /// The name under which a site appears that is, or was, in the run.
  const std::string& shown_name(const std::string& site) const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("phase", self.moment.phase);
    visit("round", self.moment.round);
    visit("sites", self.sites);
    visit("names", self.names);
    visit("left_out_sites", self.left_out_sites);
    visit("lost_sites", self.lost_sites);
    visit("tables", self.tables);
    visit("uneven", self.uneven);
    visit("keys", self.keys);
    visit("signatures", self.signatures);
    visit("reference_holder", self.reference_holder);
    visit("given_digest", self.given_digest);
    visit("given_points", self.given_points);
    visit("summaries", self.summaries);
    visit("features", self.features);
    visit("number_of_features", self.number_of_features);
    visit("landmarks", self.landmarks);
    visit("reference_digest", self.reference_digest);
    visit("reference_points", self.reference_points);
    visit("found_landmarks", self.found_landmarks);
    visit("attempts", self.attempts);
    visit("embed_round", self.embed_round);
    visit("method", self.method);
    visit("report", self.report);
  }

  Json to_cache() const;

  /// Reads a cache that to_cache made.
  static RemoteRun from_cache(const Json& cache);
};

/// Checks a site's id, which names its folder and stands in errors. @throws MessageError
void check_site_id(const std::string& id);

/// Makes the coordinator's half of the method in the middle of a run; `run` and `step` must outlive
/// it.
std::unique_ptr<methods::CoordinatorMethod> make_coordinator_method(const RemoteRun& run,
                                                                    const Step& step);

/// Returns the cache of what is computed once.
methods::DiskCache make_disk_cache(const RemoteRun& run, const Step& step);

/// Returns the path of the coordinator's copy of the reference.
fs::path reference_copy(const RemoteRun& run, const Step& step);

/// Returns the text of a reference that the coordinator keeps.
/// @throws StorageError when the file is missing, or has another digest
std::string kept_reference(const fs::path& file, const std::string& digest);

/// Reads the run's reference from the coordinator's copy. @throws as kept_reference
run::RunReference read_reference(const RemoteRun& run, const Step& step);

/// Returns the reference's points as affinities see them.
Matrix read_points(const RemoteRun& run, const Step& step);

/// Answers a step with the coordinator's next message, or the run's result.
/// @throws Error when the step's input, cache or files are invalid
StepResult answer_step(const Step& step);

// The coordinator's phases, one function each: from the sites' answers to the coordinator's next
// message. Each function updates `run`, the coordinator's state, and its moment.

/// Checks that the sites agree. Chooses the reference if the method needs one, and asks one holder
/// for it.
/// @throws InputError naming the sites that do not agree, and on what
Output begin_run(const Step& step, RemoteRun& run);

/// Receives the reference from its holder and sends it to all, with the terms. Once every site is
/// ready, sends the first round. Without a reference, sends the terms only. Asks for, or sends,
/// again what did not arrive.
/// @throws MessageError when it does not arrive at all
Output share_reference(const Step& step, RemoteRun& run);

/// Begins to find landmarks, once every site has the reference from which they start.
/// @throws InputError when there are too few subjects
Output begin_landmarks(const Step& step, RemoteRun& run);

/// Processes the answers while landmarks are found, and asks the next question. Sends the result to
/// all at the end.
Output learn_landmarks(const Step& step, RemoteRun& run);

/// Returns the terms that the sites must agree on, as the next round's message. Counts as an
/// attempt.
/// @throws MessageError with `failure` after too many attempts
Json next_terms(RemoteRun& run, const std::string& failure);

/// Sends the terms that the sites must agree on, with the reference if there is one.
/// @throws MessageError after too many attempts
Output send_terms(const Step& step, RemoteRun& run);

/// Sends the method's first message, once every site has the reference.
Output first_round(const Step& step, RemoteRun& run);

/// Combines one round's answers into the method's next message. The last message asks the sites for
/// what they share.
Output combine_round(const Step& step, RemoteRun& run);

/// Puts what the sites share on one map, measures the map, and sends it to all.
Output make_embedding(const Step& step, RemoteRun& run);

/// Ends the run with the joint report, or the method's result, and with COINSTAC's tables.
Output finish_run(const Step& step, RemoteRun& run);

// Sites that stop answering. An engine that waits for everybody, as COINSTAC does, has none;
// another one hands on the answers that it has, with null for a site that it has given up.

/// Returns the sites that are to register and have not.
std::vector<std::string> unregistered_sites(const Json& registrations);

/// Checks that as many sites take part as parameter at_least_sites asks for, or all of them.
/// @throws MessageError otherwise
void check_registered_sites(const std::vector<std::string>& unregistered, const RemoteRun& run);

/// Takes from the run each site that has not answered the coordinator's last message. Once lost, a
/// site is not heard again.
/// @throws MessageError when the run cannot go on without such a site
void lose_silent_sites(const Step& step, RemoteRun& run);

/// Whether the coordinator takes the answers of this site.
bool is_heard(const std::string& site, const RemoteRun& run);

/// Returns the step with the answers that the coordinator takes.
Step with_heard_answers(Step step, const RemoteRun& run);

// A run on the sites' summaries (docs/summary.md): which sites bring one, and the map of them.

/// Reads the registered summaries, if the run is to use them.
/// @param registrations each site's registration
/// @throws InputError when parameter reference asks for summaries and the method uses none
void choose_summaries(const std::map<std::string, Json>& registrations, RemoteRun& run);

/// Whether the run is on summaries, and they are not pooled yet.
bool awaits_summaries(const RemoteRun& run);

/// Reads the summaries from the sites' answers, makes their map, and sends it to all. Asks again
/// for what did not arrive.
/// @throws InputError, MessageError when a summary is malformed, or not the registered one
Output gather_summaries(const Step& step, RemoteRun& run);

// Chooses a run's measures from what the sites registered of their tables (RemoteRun::tables).

/// Joins a run's faults into one line: a single fault unchanged, several numbered, as many as an
/// error has room for.
std::string faults_text(const std::vector<std::string>& faults);

/// Chooses the measures as far as possible before a reference has arrived. Removes the tables once
/// all is decided.
/// @return why the run cannot continue, one line each
std::vector<std::string> choose_measures(RemoteRun& run);

/// Chooses the measures of a reference, or of a map of summaries.
/// @param features their names; empty if they have none
/// @param number how many they are
/// @param by names the owner of the features in the error: "the reference"
/// @throws InputError naming the sites without some of them, or without names and with another
///   number
void choose_by(const std::vector<std::string>& features, Eigen::Index number, const std::string& by,
               RemoteRun& run);

/// What is told of a run's measures and sites with each report: `measures`, `left_out_sites` and
/// `lost_sites`, where there is something to tell.
void tell_left_out(const RemoteRun& run, Json& message);

/// Returns the measures and sites that are left out, with the sites' shown names.
run::LeftOutOfRun left_out_of(const RemoteRun& run);

/// Adds the names of these sites to a message or to metrics: `left_out_sites` and `lost_sites`.
void name_left_out_sites(const RemoteRun& run, Json& object);

}  // namespace dsne::remote
