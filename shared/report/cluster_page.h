#pragma once

#include <string>
#include <vector>

#include "report/page.h"
#include "spectral/clusters.h"

namespace dsne::report {

/// Returns the HTML of the page of subjects' clusters, self-contained and escaped like page_html,
/// without a script.
std::string cluster_page_html(const PageText& page);

/// Returns the number of each site's subjects in each cluster: a row for each site that shares its
/// counts, and one for all sites.
/// @param least_members smaller counts are not shown
PageTable joint_cluster_table(const spectral::JointClusters& clusters, Eigen::Index least_members);

/// Writes these counts as CSV: site, the clusters by number, and others; empty for counts that are
/// not shown.
std::string joint_clusters_csv(const spectral::JointClusters& clusters);

/// Returns a site's own subjects by cluster, beside all sites'. This table and the next two must
/// not be in a page that leaves the site.
PageTable own_cluster_table(const spectral::SiteClusters& clusters, Eigen::Index least_members);

/// Returns each of the first 2,000 subjects with its cluster and margin, by cluster.
PageTable own_subjects_table(const std::vector<std::string>& ids, const spectral::Membership& own);

/// Writes all subjects as CSV: id, cluster, margin, in input order.
std::string own_clusters_csv(const std::vector<std::string>& ids, const spectral::Membership& own);

/// Returns a sentence about how clusters were found.
std::string eigenvalues_sentence(const spectral::FoundClusters& found);

}  // namespace dsne::report
