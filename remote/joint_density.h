#pragma once

#include "core/files.h"
#include "methods/parameters.h"
#include "quality/site_density.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::remote {

/// Adds the sites' densities to the joint report's page: over the map, as a table of groups if the
/// reference has labels, and as a figure with sentences.
/// @return `density.csv` and `density.png`, which belong beside the page
Files add_densities(const quality::SiteDensities& densities, const report::EmbeddingPart& reference,
                    const methods::Parameters& parameters, report::Page& page);

}  // namespace dsne::remote
