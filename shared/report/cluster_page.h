#pragma once

#include <string>
#include <vector>

#include "report/facts.h"
#include "report/page.h"
#include "spectral/clusters.h"

namespace dsne::report {

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

}  // namespace dsne::report
