#pragma once

#include "report/page.h"
#include "tools/placement.h"

namespace dsne::tools {

/// The page on new subjects of a finished run, like a site's own report: with ids and measures, so
/// it stays at the site.
/// @param subjects the new ones
report::Page placement_page(const data::Table& subjects, const Placement& placement,
                            const FinishedRun& run);

}  // namespace dsne::tools
