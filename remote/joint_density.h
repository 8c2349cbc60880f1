#pragma once

#include <boost/filesystem/path.hpp>

#include "federated/parameters.h"
#include "quality/site_density.h"
#include "report/page.h"

namespace dsne::remote {

/// Adds where each site's points lie to the joint report: `density.csv` and `density.png` in its
/// folder, and the figure with its sentences on its page.
/// @throws StorageError when a file cannot be written
void add_densities(const quality::SiteDensities& densities, const Matrix& reference_coordinates,
                   const federated::Parameters& parameters, const boost::filesystem::path& folder,
                   report::Page& page);

}  // namespace dsne::remote
