#pragma once

#include "core/files.h"
#include "local/site_run.h"
#include "local/site_tables.h"
#include "local/told_measures.h"
#include "sphere/group_sphere.h"

namespace dsne::local {

/// Returns the site's report of a run that ends in a group's network on a sphere, with its own
/// subjects: the page, `sphere.csv` and `subjects.csv`.
Files sphere_files(const sphere::SiteSphere& sphere, SiteTables& tables, const SiteRun& run,
                   const ToldMeasures& told);

}  // namespace dsne::local
