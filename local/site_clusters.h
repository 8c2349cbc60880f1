#pragma once

#include "core/files.h"
#include "local/site_run.h"
#include "local/site_tables.h"
#include "local/told_measures.h"
#include "spectral/clusters.h"

namespace dsne::local {

/// Returns the site's report of a run that ends in clusters, with its own subjects: the page and
/// `clusters.csv`.
Files cluster_files(const spectral::SiteClusters& clusters, SiteTables& tables, const SiteRun& run,
                    const ToldMeasures& told);

}  // namespace dsne::local
