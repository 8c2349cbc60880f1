#pragma once

#include <string>
#include <vector>

#include "report/page.h"
#include "spectral/clusters.h"

namespace dsne::report {

/// What the page of subjects' clusters shows.
struct ClusterPage {
  std::string title;
  PageEntries highlights;
  std::vector<std::string> sentences;
  std::vector<PageTable> tables;
  PageEntries files;  ///< name of a file beside the page, and what it holds
};

/// The page's text, as self-contained and as safe against whatever sites and subjects are called as
/// page_html; without a script.
std::string cluster_page_html(const ClusterPage& page);

/// How many subjects of each site are in which cluster: a row for each site that shares its counts,
/// and one for all sites.
/// @param least_members of which fewer are not told
PageTable joint_cluster_table(const spectral::JointClusters& clusters, Eigen::Index least_members);

/// The same as a file: site, the clusters by number, and others; empty where fewer are not told.
std::string joint_clusters_csv(const spectral::JointClusters& clusters);

/// A site's own subjects by cluster, beside all sites'. It must not be in a page that leaves the
/// site, nor may the next two.
PageTable own_cluster_table(const spectral::SiteClusters& clusters, Eigen::Index least_members);

/// Each of the first 2,000 subjects with its cluster and margin, cluster by cluster.
PageTable own_subjects_table(const std::vector<std::string>& ids, const spectral::Membership& own);

/// All of them: id, cluster, margin, in input order.
std::string own_clusters_csv(const std::vector<std::string>& ids, const spectral::Membership& own);

/// What is to be said of how clusters were found, in sentences.
std::vector<std::string> cluster_sentences(const spectral::FoundClusters& found);

}  // namespace dsne::report
