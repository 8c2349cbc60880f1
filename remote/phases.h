#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "remote/remote_run.h"
#include "report/facts.h"

namespace dsne::remote {

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

/// Returns what the joint report tells of a run.
/// @param reference the run's, or none
report::JointFacts joint_facts(const RemoteRun& run, const Step& step,
                               const run::RunReference& reference);

/// Returns what the joint report of a run that ended in a map tells.
/// @param joint of the same run
/// @param parts the map, the reference first
/// @param metrics measures of the map, as in metrics.json
report::JointMapFacts joint_map_facts(const RemoteRun& run, report::JointFacts joint,
                                      run::RunReference reference,
                                      std::vector<report::EmbeddingPart> parts, Json metrics);

/// Rounds a measure to four digits after the point, because COINSTAC shows all digits.
double rounded(const Json& number);

}  // namespace dsne::remote
