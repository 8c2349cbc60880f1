#pragma once

#include "local/site_tables.h"
#include "report/facts.h"

namespace dsne::local {

/// Returns what a site's reports tell of its run.
/// @param step of the coordinator's message that ends it
/// @throws MessageError when this is malformed
report::SiteFacts site_facts(const SiteRun& run, const Step& step, SiteTables& tables);

/// Returns what the report of a run that ended in a map tells.
/// @param coordinates of the site's subjects
/// @throws MessageError likewise
report::SiteMapFacts site_map_facts(const SiteRun& run, const Step& step, SiteTables& tables,
                                    Matrix coordinates);

}  // namespace dsne::local
