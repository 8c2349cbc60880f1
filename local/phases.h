#pragma once

#include <string>
#include <vector>

#include "core/errors.h"
#include "local/site_run.h"
#include "local/site_tables.h"
#include "report/facts.h"

namespace dsne::local {

/// Answers a step: with the site's registration, or with an answer to the coordinator's message.
/// Logs every field in the site's release log before it returns.
/// @throws Error when the step's input, cache or files are invalid
StepResult answer_step(const Step& step);

// A site's phases, one function each: from the coordinator's message to the site's answer. Each
// function updates `run`, the site's state.

/// Reads and checks the site's inputs, once for the whole run. The answer holds its parameters and
/// which reference it has, but nothing about its subjects.
Output answer_registration(const Step& step, SiteRun& run);

/// Meets the other sites. Sends the reference if the coordinator asks this site for it. Otherwise
/// reads the coordinator's reference and answers whether it arrived and how many subjects will be
/// on the map.
/// @throws InputError when the coordinator's parameters differ from this site's, or the subjects do
///   not have the reference's features
Output answer_reference(const Step& step, SiteRun& run);

/// Moves the landmarks towards the site's own subjects; what it sends is a term of a masked sum.
/// @throws MessageError when the run finds no landmarks, or all its rounds are made
Output answer_landmarks(const Step& step, SiteRun& run);

/// Answers one round of the method.
Output answer_embed(const Step& step, SiteRun& run);

/// Sends the final positions, the labels and the method's last fields, as far as the site's
/// settings share them; nothing if positions are not shared.
Output answer_collect(const Step& step, SiteRun& run);

/// Writes the site's own report with the joint map, or the run's result, and the network if one
/// made the map. Only "done" leaves the site.
Output answer_report(const Step& step, SiteRun& run);

// Checks before a site sends anything about its subjects.

/// Meets the other sites, and signs the run with the site's long-term key if it has one.
void meet_sites(const Step& step, SiteRun& run, Json& answer);

/// Checks that the parameters are those that this site was given, that the sites' identities are
/// accepted, and that sums are over as many sites as this site's settings require.
/// @throws InputError, MessageError when one does not hold
void check_terms(const Step& step, SiteRun& run);

/// Checks the number of this site's subjects: sums over few subjects reveal these.
/// @throws InputError when there are fewer than the site's settings require
void check_least_subjects(const SiteRun& run, Eigen::Index subjects);

// A site whose files have faults. COINSTAC also calls it in every round of a run without it; its
// answers then say only that it is left out.

/// Returns the faults for all sites: one line each, of limited length.
std::vector<std::string> told_faults(const Faults& faults);

/// Returns the cache of a site that has reported its faults.
Json left_out_cache(const SiteRun& run);

/// Returns whether left_out_cache made a step's cache.
bool is_left_out(const Json& cache);

/// Answers any message of the coordinator. The first time, writes the page that says why the site
/// is left out.
/// @throws MessageError when the message is of an unexpected round, or the run should have ended
///   because of this site's faults
StepResult answer_left_out(const Step& step);

/// Returns what a site's reports tell of its run.
/// @param step of the coordinator's message that ends it
/// @throws MessageError when this is malformed
report::SiteFacts site_facts(const SiteRun& run, const Step& step, SiteTables& tables);

/// Returns what the report of a run that ended in a map tells.
/// @param coordinates of the site's subjects
/// @throws MessageError likewise
report::SiteMapFacts site_map_facts(const SiteRun& run, const Step& step, SiteTables& tables,
                                    Matrix coordinates);

}  // namespace dsne::local
