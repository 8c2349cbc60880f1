#pragma once

#include <vector>

#include "core/files.h"
#include "data/reading.h"
#include "local/site_tables.h"
#include "report/measures_table.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"

namespace dsne::local {

/// The measures and sites that were left out, as the coordinator's report names them.
struct ToldMeasures {
  std::vector<data::UnevenMeasure> uneven;
  report::LeftOutSites left_out_sites;
};

/// Checks a site's name that comes through the coordinator. @throws MessageError when it is too
/// long
void check_site_name(const std::string& name);

/// Reads them from the coordinator's message. @throws MessageError when they are malformed
ToldMeasures told_measures(const Json& message);

/// Returns the site's report of a run that ends in clusters, with its own subjects: the page and
/// `clusters.csv`.
Files cluster_files(const spectral::SiteClusters& clusters, SiteTables& tables, const SiteRun& run,
                    const ToldMeasures& told);

/// Returns the site's report of a run that ends in a group's network on a sphere, with its own
/// subjects: the page, `sphere.csv` and `subjects.csv`.
Files sphere_files(const sphere::SiteSphere& sphere, SiteTables& tables, const SiteRun& run,
                   const ToldMeasures& told);

}  // namespace dsne::local
