#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/formats/decisions.h"
#include "data/formats/scan_history.h"
#include "report/own_lists.h"
#include "report/scene.h"
#include "run/measure_choice.h"
#include "run/reference/run_reference.h"
#include "summary/summary.h"

namespace dsne::report {

// What is known at the end of a run, for its reports: the words and the pages read these values and
// nothing else of the run.

using Names = std::vector<std::string>;
using Entries = std::vector<std::pair<std::string, std::string>>;  ///< names and values

/// What max_iterations counted.
struct Iterations {
  int number = 0;
  int in_a_round = 0;        ///< 0 where the map is made in one round
  bool of_training = false;  ///< rounds in which a network was trained
};

/// The privacy loss of each site in a run with a guarantee, when one subject's record is replaced.
struct Guarantee {
  double epsilon = 0;
  double delta = 0;
  std::int64_t releases = 0;
  std::optional<int> colluding;  ///< sites that may collude, if the noise is of all sites together
  std::string beside;            ///< the method's sentence about what is not covered
};

/// How values were treated before they were compared.
struct TreatmentFacts {
  bool scaled_by_name = false;  ///< by median and range, as the names are of quality measures
  bool filled_by_name = false;  ///< missing values, likewise
  bool fills = false;           ///< missing values are replaced
  bool drops = false;           ///< subjects with missing values are left out
  bool is_scaled = false;       ///< each measure has its own scale
  bool scales_differ = false;   ///< more than a million-fold, and nothing is scaled
  bool harmonizes = false;      ///< sites' subjects, on the map alone
};

/// Landmarks that were moved towards all sites' subjects.
struct Landmarks {
  int rounds = 0;
  double noise = 0;  ///< on the sites' gradients; 0: none
};

/// The sites' summaries, where a run used them.
struct Summaries {
  Eigen::Index rows = 0;
  std::size_t sites = 0;
  Eigen::Index public_rows = 0;  ///< of the program's public scans, beside these
  bool harmonized = false;
  Names covariates;           ///< that all summaries have
  Names left_out_covariates;  ///< the others
};

/// A map with too few points for the usual number of neighbours.
struct FewPoints {
  Eigen::Index points = 0;
  double used = 0;  ///< the effective number of neighbours
  double wanted = 0;
};

/// What a run was. All of its reports know it.
struct RunFacts {
  std::string name;
  std::string day;

  std::string method;
  std::string description;  ///< the method's sentence about how its result was made
  std::string disclosure;   ///< likewise about what it reveals
  std::optional<Iterations> iterations;
  bool on_reference_alone = false;  ///< each site placed its subjects on the reference
  bool is_silent = false;    ///< nothing that a site sent in the rounds depends on its subjects
  bool has_one_map = false;  ///< the coordinator made the map of all subjects
  bool masks_sums = false;
  bool is_simulation = false;  ///< the noise came from a seed and protects nobody
  std::optional<Guarantee> guarantee;

  Eigen::Index reference_points = 0;
  std::string public_scans;  ///< whose scans of the program's the reference has; "" without any
  std::optional<Summaries> summaries;  ///< whose rows are the reference's points
  bool maps_summaries = false;         ///< sites placed their subjects on a map of the rows
  bool has_common_map = true;
  std::optional<Landmarks> landmarks;  ///< in place of the reference's points
  TreatmentFacts treatment;

  int least_in_sums = 0;  ///< the fewest subjects in a number that others see
  Names unread;           ///< parameters that were set without effect
  Entries changed;        ///< settings that are not at their defaults
  Entries defaults;       ///< the others
  run::LeftOutOfRun left_out;
  Names replaced;  ///< sites whose summaries have no row that they had on an earlier map
};

/// Returns what a run was from its plan and its reference, as far as these tell.
RunFacts run_facts(const run::RunPlan& plan, const run::RunReference& reference);

/// Returns a run's guarantee, if it has one.
std::optional<Guarantee> guarantee_of(const run::RunPlan& plan);

/// Returns a guarantee for metrics.json: `epsilon`, `delta`, `releases`, `neighbours`, and where
/// they matter `colluding_sites` and `not_private`.
Json privacy_figures(const Guarantee& guarantee, bool is_simulation);

/// The measure with more than nine tenths of the variance of a site's data.
struct DominatingMeasure {
  std::string name;
  double share = 0;
};

/// Returns this measure; nothing if there is none, or only one measure.
/// @param points the site's subjects as the run uses them, scaled
/// @param names of the measures
std::optional<DominatingMeasure> dominating_measure(const Matrix& points, const Names& names);

/// The masked sums of a run, as a site knows them.
struct Sums {
  Eigen::Index sites = 0;
  std::string roster;  ///< the fingerprint of the keys that were checked; "" for none
};

/// A site's run, for its own report.
struct SiteFacts {
  RunFacts run;
  std::string site;             ///< its name in reports
  Eigen::Index points = 0;      ///< its subjects in the run
  std::int64_t incomplete = 0;  ///< those left out, as a value is missing
  std::optional<DominatingMeasure> dominating;
  Sums sums;
};

/// A site's own summary, where the run used summaries.
struct SentSummary {
  std::optional<summary::Summary> sent;  ///< none if the site brought none
  std::string file;                      ///< the name of its copy beside the page
  bool has_private_file = false;
  bool has_own_subjects = false;  ///< whether any subject of the site's table is in a row of it
};

/// A site's run that ended in a map.
struct SiteMapFacts : SiteFacts {
  SiteMapFacts() = default;
  explicit SiteMapFacts(SiteFacts site_facts) : SiteFacts(std::move(site_facts)) {}

  std::vector<EmbeddingPart> parts;  ///< the joint map, the reference first, with the own part
  std::optional<FewPoints> few_points;
  bool shares_places = false;
  bool shares_labels = false;
  data::Table read;                 ///< its table as it was read
  std::int64_t missing_values = 0;  ///< that were replaced
  Names unknown;                    ///< measures without a value at the site
  std::optional<SentSummary> own_summary;
  std::optional<double> epsilon_spent;  ///< by all private releases of the site

  OwnOnMap own;          ///< its subjects, with lists
  data::KnownIds known;  ///< the ids that the site's reports have shown, with these
  Matrix compared;       ///< points × measures whose range the page shows
  data::ScanHistory history;
};

/// A site in the joint report.
struct JointSite {
  std::string name;
  Eigen::Index subjects = 0;
  Names lacks;  ///< measures that its table or summary leaves out and another's has
};

/// A run, for the joint report: only what the sites share.
struct JointFacts {
  RunFacts run;
  std::vector<JointSite> sites;  ///< in natural order of their names
  Names shared_names;            ///< that several sites call themselves
};

/// A run that ended in a map.
struct JointMapFacts : JointFacts {
  JointMapFacts() = default;
  explicit JointMapFacts(JointFacts joint_facts) : JointFacts(std::move(joint_facts)) {}

  std::vector<EmbeddingPart> parts;     ///< what sites share, the reference first
  std::vector<FewPoints> few_points;    ///< at sites
  std::optional<FewPoints> few_in_all;  ///< where one map was made of all subjects
  int rounds = 0;
  std::optional<double> label_accuracy;   ///< of ten nearest neighbours
  std::optional<summary::CommonMap> map;  ///< of the summaries
  std::optional<DensityReport> densities;
  Json metrics;    ///< what was measured, as in metrics.json
  Names measures;  ///< that were used
};

/// Returns what is known of a map with too few points; nothing of another.
std::optional<FewPoints> few_points(const run::RunPlan& plan, Eigen::Index points);

}  // namespace dsne::report
