#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "report/facts.h"
#include "report/page.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"

namespace dsne::report {

// The joint report of a run, the same at every site: only what the sites share, and no subject's
// id, measure or score.

/// Returns "3 sites, 780 subjects", what was found, and what must be known about the sites at once.
/// @param found such as ", 3 clusters"
std::string joint_headline(const JointFacts& run, const std::string& found);

/// Returns the page of a run that ended in a map, with the files beside it.
Files joint_files(const JointMapFacts& run);

/// Returns the file of the measures used, and of the sites without some.
File measures_file(const RunFacts& run, const Names& used);

/// Ends the page of a run that ends in a result: with the measures left out, and its list of files.
/// @param first the file that only this kind of run has, and its content
void end_result_page(const RunFacts& run, const Entries::value_type& first, PageText& page);

// A site's own report. It shows the site's subjects and stays there.

/// Returns the page of a site's own report of a map, with its subjects' ids and measures.
Page site_page(const SiteMapFacts& site);

/// Returns the files of that report: `embedding.csv`, `flagged.csv`, `verdict_model.csv` where
/// raters elsewhere taught one, the figures, and the page.
Files site_files(const SiteMapFacts& site);

/// Returns the page of a site that was left out of a run.
/// @param faults of its files
Files left_out_files(const std::string& site, const std::string& run, const std::string& day,
                     const Names& faults);

/// Returns a page's site, run, day and version. @param site "" in a joint report
Entries origin(const std::string& site, const std::string& run, const std::string& day);

/// Returns the settings that were changed, and before them what was left out.
Entries changed_settings(const RunFacts& run);

// Runs that end in clusters or in a sphere.

/// Returns the HTML of the page of subjects' clusters, self-contained and escaped like page_html,
/// without a script.
std::string cluster_page_html(const PageText& page);

/// Returns the files of a site's own report of clusters, with its own subjects: `clusters.csv` and
/// the page. They must not leave the site.
/// @param ids of the subjects
Files site_cluster_files(const SiteFacts& site, const spectral::SiteClusters& clusters,
                         const Names& ids);

/// Returns the files of the joint report of clusters, with the counts of the sites that share them.
Files joint_cluster_files(const JointFacts& facts, const spectral::JointClusters& clusters);

/// A site's subjects compared with the group. They must not be in a page that leaves the site.
struct OwnOnSphere {
  std::vector<std::string> ids;
  sphere::OwnNetworks networks;
};

/// The content of the page of a group's network on its sphere.
struct SpherePage : PageText {
  sphere::GroupSphere group;
  std::optional<OwnOnSphere> own;  ///< empty in a joint report
};

/// Returns the page's HTML, self-contained and escaped like page_html.
std::string sphere_page_html(const SpherePage& page);

/// Writes the group's regions as CSV: region, network, coordinates, the subjects' mean distance,
/// and the position on the Poincaré disk if known.
std::string sphere_csv(const sphere::GroupSphere& group);

/// Writes a site's subjects as CSV: id, distance from the group, score, whether it is flagged, and
/// the distance at each region.
std::string sphere_subjects_csv(const std::vector<std::string>& regions, const OwnOnSphere& own);

/// Returns the files of a site's own report of a sphere, with its own subjects: `sphere.csv`,
/// `subjects.csv` and the page. They must not leave the site.
/// @param ids of the subjects
Files site_sphere_files(const SiteFacts& site, const sphere::SiteSphere& sphere, const Names& ids);

/// Returns the files of the joint report of a sphere.
Files joint_sphere_files(const JointFacts& facts, const sphere::GroupSphere& group);

}  // namespace dsne::report
