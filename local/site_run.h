#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/step.h"
#include "exchange/site_sums.h"
#include "methods/method.h"
#include "run/site_inputs.h"

namespace dsne::local {

/// A site's state between the steps of a run: the JSON of its cache.
struct SiteRun {
  Moment moment;                 ///< the last message answered
  Json input;                    ///< the first step's input
  run::SiteInputs inputs;        ///< parsed from it
  Eigen::Index points = 0;       ///< subjects on the map; 0 until the reference has arrived
  std::string data_digest;       ///< of the private copy of the subjects
  std::string own_digest;        ///< of the site's reference; "" if it has none
  bool gave_reference = false;   ///< the user gave it; otherwise it is the image's
  std::string summary_digest;    ///< of the site's summary; "" if it brings none
  std::string reference_digest;  ///< "" until the run's reference has arrived
  Eigen::Index reference_points = 0;
  Json landmarks;                   ///< while they are found; otherwise null
  bool found_landmarks = false;     ///< the reference has landmarks
  privacy::LedgerMark ledger;       ///< the extent of a private run's ledger
  Json method;                      ///< the method's state; null before its first round
  std::vector<std::string> faults;  ///< of its files, one line each; the site then takes no part
  /// Its part in the run's sums over sites; empty before registration and after the run.
  std::optional<exchange::SiteSums> sums;

  const run::RunPlan& plan() const { return inputs.plan; }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("phase", self.moment.phase);
    visit("round", self.moment.round);
    visit("input", self.input);
    visit("points", self.points);
    visit("data_digest", self.data_digest);
    visit("own_digest", self.own_digest);
    visit("gave_reference", self.gave_reference);
    visit("summary_digest", self.summary_digest);
    visit("reference_digest", self.reference_digest);
    visit("reference_points", self.reference_points);
    visit("landmarks", self.landmarks);
    visit("found_landmarks", self.found_landmarks);
    visit("ledger", self.ledger);
    visit("method", self.method);
  }

  Json to_cache() const;

  /// Reads the step's cache, which to_cache made.
  static SiteRun from_cache(const Step& step);
};

class SiteTables;

/// Makes the site's half of the method in the middle of a run. It updates the `ledger` of `run`;
/// `run`, `step` and `tables` must outlive it.
std::unique_ptr<methods::SiteMethod> make_site_method(SiteRun& run, const Step& step,
                                                      SiteTables& tables);

/// Opens the site's privacy ledger; returns nothing if the run makes no private releases.
/// @throws as ReleaseLedger's constructor
std::optional<privacy::ReleaseLedger> make_ledger(const SiteRun& run, const Step& step);

/// Returns the path of the site's release log.
fs::path release_log(const Step& step);

/// Returns the run's name in that log.
std::string run_name(const Step& step);

/// Returns the cache of what is read and computed once.
methods::DiskCache make_disk_cache(const SiteRun& run, const Step& step);

/// Adds a method's answer to a message: its fields, and its masked terms of sums.
void add_answer(Json& message, const exchange::SiteAnswer& answer, SiteRun& run);

/// Reads the reference with this digest, from the output folder or where the coordinator's files
/// arrive.
/// @throws InputError when it is missing
std::string reference_text(const std::string& digest, const Step& step);

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

/// Checks the number of this site's subjects: sums over few subjects reveal these.
/// @throws InputError when there are fewer than the site's settings require
void check_least_subjects(const SiteRun& run, Eigen::Index subjects);

}  // namespace dsne::local
