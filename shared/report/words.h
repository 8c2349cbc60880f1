#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "report/facts.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"
#include "summary/common_map.h"

namespace dsne::report::words {

// All sentences of the reports' pages, a file for each topic. A function returns no sentence where
// there is nothing to say.

using Sentences = std::vector<std::string>;

/// Returns several functions' sentences in order.
Sentences together(std::initializer_list<Sentences> parts);

// run.cpp: what ran, and how to read its result.

/// Returns a report's title, marked if the run was a simulation, which protects nobody.
std::string title(const std::string& text, const RunFacts& run);
/// Which method ran, and what its max_iterations counted.
Sentences method(const RunFacts& run);
/// How its result was made.
Sentences description(const RunFacts& run);
/// The parameters that were set without effect.
Sentences without_effect(const RunFacts& run);
/// Which sites were left out, and why; likewise behind a headline.
Sentences left_out_sites(const run::LeftOutOfRun& left_out);
std::string after_headline(const run::LeftOutOfRun& left_out);
/// What stands in for the usual number of neighbours on a map with few points.
/// @param whose these points are: "all sites' subjects"
Sentences few_points(const std::optional<FewPoints>& map, const std::string& whose);
/// Likewise, of so many of the sites' maps.
Sentences few_points(const std::vector<FewPoints>& maps, std::size_t sites);
/// What happens to a site that was left out.
Sentences left_out_here();
/// How to read the map.
Sentences reading(const RunFacts& run, bool shows_subjects = true);

// reference.cpp: the reference, the summaries, and how values were treated.

/// How the reference's points were made, if nobody gave them, and what this discloses.
Sentences reference(const RunFacts& run);
/// A warning that sites may have brought a second summary of the same persons.
Sentences replaced_summaries(const Names& sites);
/// What the dots of a map of summaries are.
Sentences map_of_summaries(const RunFacts& run);
/// What harmonization does to such a map.
std::string harmonized_map();
/// How values were treated, where the parameters do not say it all.
Sentences treatment(const RunFacts& run);
/// A warning that a few features decide who is near whom.
Sentences scales(const RunFacts& run);
/// How sites were harmonized on the map.
Sentences harmonization(const RunFacts& run);
/// Likewise, at a site with so many subjects.
Sentences harmonization(const RunFacts& run, Eigen::Index points);
/// The covariates' names, as people call them.
std::string covariate_names(Names names);

/// What a table of removed shifts holds. @param keeps_covariates whether their effects were kept
Sentences harmonization_removed(bool keeps_covariates);
/// What a map before harmonization shows.
Sentences before_harmonization();

// run.cpp, too: what is guaranteed, and what was revealed.

/// What the run's method guarantees, or what it reveals.
Sentences privacy(const RunFacts& run);
/// What a shared summary reveals, if the run used summaries.
Sentences summary_privacy(const RunFacts& run);
/// Over how many sites the sums were, and whether their keys were checked.
Sentences sums(const SiteFacts& site);
/// What left a site in the rounds of a method that reveals nothing there.
Sentences silence(const SiteMapFacts& site);
/// What a site shares of its subjects.
Sentences sharing(const SiteMapFacts& site);
/// What sites share, one sentence for all that share the same.
/// @param sites in the run
Sentences sharing(const RunFacts& run, const std::vector<EmbeddingPart>& parts, std::size_t sites);

// run.cpp, too: the joint report's sites.

/// Returns "3 sites, 780 subjects", what was found, and what must be known about the sites at once.
std::string joint_headline(std::int64_t sites, std::int64_t subjects, const std::string& found,
                           const Names& shared_names, const run::LeftOutOfRun& left_out);
/// What the table of sites tells.
Sentences sites();
/// What the table of measures that are left out, or missing at a site, tells.
/// @param shown the most rows of the table
Sentences measures(const std::vector<data::UnevenMeasure>& uneven, bool on_summaries,
                   std::size_t shown);

// subjects.cpp: a site's own table and subjects. Nothing of them may leave it.

/// Which columns were left out for which reason.
Sentences left_out(const std::vector<data::LeftOut>& columns);
/// As what its table was read, and which columns were left out.
Sentences table(const data::Table& read);
/// The subjects left out for missing values: of a map, and of clusters.
Sentences incomplete(std::int64_t subjects);
Sentences left_out_subjects(const SiteFacts& site);
/// The missing values that were replaced.
Sentences missing_values(const SiteMapFacts& site);
/// A measure that decides who is near whom.
Sentences dominating(const SiteFacts& site);
/// What the site's summary was in the run.
Sentences own_summary(const SiteMapFacts& site);
/// The lists of subjects, and the records that are not compared.
Sentences lists(const quality::OutlierScores& scores);
/// The measures in which most of the subjects lie outside others' range, five at most.
Sentences outside(const std::vector<quality::OutsideMeasure>& outside, const Names& names);
/// A measure with how far a site's middle is outside: "Smoothness (left-right) (+4.5)".
std::string outside(const quality::OutsideMeasure& measure, const Names& names);

// results.cpp: clusters and spheres.

/// How clusters were found.
Sentences eigenvalues(const spectral::FoundClusters& found);
/// What the tables of clusters count.
Sentences joint_clusters(const spectral::FoundClusters& found);
Sentences own_clusters(const spectral::FoundClusters& found, Eigen::Index least_in_sums);
/// What a margin is. @param lists_all whether the table lists all subjects
Sentences margins(bool lists_all);
/// How well a sphere shows the network.
Sentences sphere(const sphere::GroupSphere& group);
/// The subjects flagged beside a sphere.
Sentences flagged(const sphere::GroupSphere& group, std::ptrdiff_t flagged);

// results.cpp, too: noisy counts, and measures over time.

/// The noise of sites' counts, and each site that lies apart with its cells, or one sentence for
/// more than three such sites.
Sentences density(const DensityReport& report);
/// What a table of sites and groups counts.
Sentences groups();
/// A site's measures over time.
/// @param days of the scans with a date, in order
/// @param changes of levels, and scanners, each with its date
Sentences over_time(const data::ScanHistory& history, const std::vector<double>& days,
                    std::size_t undated, const Names& changes, const Names& scanners);

// subjects.cpp, too: the page of `dsne look`.

/// The version of MRIQC that measured the public map's scans.
inline constexpr const char* public_map_version = "0.9.6";

/// A table beside a map.
struct Comparison {
  std::string kind;                     ///< of scans: "T1w"; "" where the table does not say
  std::string version;                  ///< of MRIQC, that measured them; "" where nobody says
  std::vector<std::string> only_here;   ///< the table's measures that the map does not have
  std::vector<std::string> only_there;  ///< the map's measures that the table does not have
};

/// Returns what the scans are compared with, how, and what is not compared.
/// @param map in the measures that both have
Sentences comparison(const summary::CommonMap& map, const Comparison& comparison);

/// Says that no public scans are compared, and why.
/// @param shared how many of the public map's measures the table has
Sentences no_comparison(const std::string& kind, std::size_t shared, std::size_t measures);

/// What lists of scans of so few persons can say and what they cannot; nothing of twenty and more.
Sentences few_scans(const quality::ComparedRecords& compared);

/// The two lines at the end of the page: keep the decisions, join others.
/// @param is_part whether the page is of some of the table's scans
Sentences way_on(const std::string& table, bool is_part);

}  // namespace dsne::report::words
