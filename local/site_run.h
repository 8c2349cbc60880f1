#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/phase.h"
#include "core/step.h"
#include "exchange/site_sums.h"
#include "methods/method.h"
#include "run/evolution.h"
#include "run/site_inputs.h"

namespace dsne::local {

/// What a site remembers of its run between steps: the JSON of its cache.
struct SiteRun {
  Moment moment;                 ///< the last message answered
  Json input;                    ///< the first step's input
  run::SiteInputs inputs;        ///< what that says
  Eigen::Index points = 0;       ///< subjects on the map; 0 until the reference is here
  std::string data_digest;       ///< of the private copy of the subjects
  std::string own_digest;        ///< of the reference that the site holds; "" when it holds none
  bool gave_reference = false;   ///< its user gave that, else it is the image's
  std::string summary_digest;    ///< of the summary that the site brings; "" when it brings none
  std::string reference_digest;  ///< "" until the run's reference is here
  Eigen::Index reference_points = 0;
  Json landmarks;                ///< while a reference is drawn or landmarks are found; else null
  bool found_landmarks = false;  ///< the reference that is here has landmarks
  privacy::LedgerMark ledger;    ///< how far a private run's ledger had come
  Json method;                   ///< the method's state; null before its first round
  Json evolution;                ///< [reference; own] at some rounds, as `keep` keeps them
  std::vector<std::string> faults;  ///< of its files, a line each: it takes no part then
  /// Its part in the run's sums over sites; nothing before it registers and when the run is over.
  std::optional<exchange::SiteSums> sums;

  bool needs_reference() const { return methods::needs_reference(inputs.parameters); }

  Json to_json() const;

  /// From the cache of a step.
  /// @throws MessageError when the cache is not one that to_json made
  static SiteRun from_cache(const Step& step);
};

class SiteTables;

/// Whether the run's map is one of the sites' summaries.
bool is_map_of_summaries(const SiteRun& run, SiteTables& tables);

/// The folder of the image's own reference data, beside this executable.
fs::path image_reference_folder();

/// The site's half of the method in mid-run; `run`, whose `ledger` it brings up to date, `step` and
/// `tables` must outlive it.
std::unique_ptr<methods::SiteMethod> make_site_method(SiteRun& run, const Step& step,
                                                      SiteTables& tables);

/// The site's privacy ledger; nothing when the run makes no private releases.
/// @throws as ReleaseLedger's constructor
std::optional<privacy::ReleaseLedger> make_ledger(const SiteRun& run, const Step& step);

/// Counts a release against the site's budget, before it is made; `run`, whose `ledger` it brings
/// up to date, must outlive it.
/// @throws what ReleaseLedger::spend throws
std::function<void(const privacy::PrivateRelease&)> make_spend(SiteRun& run, const Step& step);

/// Where a site's release log is.
fs::path release_log(const Step& step);

/// The run's name in that log.
std::string run_name(const Step& step);

/// The scratch copy of what is read and computed once.
methods::DiskCache make_disk_cache(const SiteRun& run, const Step& step);

/// Adds to a message what a method says: its fields, and its terms of sums, masked.
void add_answer(Json& message, const exchange::SiteAnswer& answer, const SiteRun& run);

/// The text of the reference with this digest, from the output folder or where the coordinator's
/// arrive.
/// @throws InputError when it is no longer there
std::string reference_text(const std::string& digest, const Step& step);

}  // namespace dsne::local
