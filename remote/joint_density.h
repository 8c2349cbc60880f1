#pragma once

#include "core/files.h"
#include "federated/parameters.h"
#include "quality/site_density.h"
#include "report/page.h"

namespace dsne::remote {

/// Adds where each site's points lie to the page of the joint report, as a figure with its
/// sentences.
/// @return `density.csv` and `density.png`, which lie beside the page
Files add_densities(const quality::SiteDensities& densities, const Matrix& reference_coordinates,
                    const federated::Parameters& parameters, report::Page& page);

}  // namespace dsne::remote
