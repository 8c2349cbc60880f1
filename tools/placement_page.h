#pragma once

#include "report/page.h"
#include "tools/placement.h"

namespace dsne::tools {

/// Returns the page of new subjects on a finished run's map. Like a site's own report, it has ids
/// and measures and stays at the site.
/// @param subjects the new ones
report::Page placement_page(const data::Table& subjects, const Placement& placement,
                            const FinishedRun& run);

}  // namespace dsne::tools
