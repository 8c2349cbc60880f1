#pragma once

#include "core/files.h"
#include "report/facts.h"
#include "report/page.h"

namespace dsne::report {

/// Returns the page of a site's own report of a map, with its subjects' ids and measures. It stays
/// at the site.
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

}  // namespace dsne::report
