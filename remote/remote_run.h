#pragma once

#include <map>
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

}  // namespace dsne::remote
