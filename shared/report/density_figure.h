#pragma once

#include <string>
#include <vector>

#include "quality/site_density.h"
#include "report/drawing.h"

namespace dsne::report {

/// The sites' noisy counts and the estimates from them.
struct DensityReport {
  quality::SiteDensities densities;
  std::vector<std::vector<quality::CellEstimate>> estimates;  ///< as compare_densities() gives them
};

/// Draws a panel for each site: the reference's points in grey, and each cell darker the larger its
/// estimated share of the site's points, on one scale for all panels. A cell in which the site lies
/// apart has an orange frame and its count. Draw it with png().
/// @param reference_coordinates of 2 or 3 dimensions; the first two are shown
Picture density_picture(const DensityReport& report, const Matrix& reference_coordinates,
                        const std::string& title);

/// Writes one line per site and cell: `site,column,row` (from 0, the lower left cell first), the
/// cell's corners `x_low,x_high,y_low,y_high`, the noisy `count`, the 95 % interval of the true
/// count `count_low,count_high`, `expected` from the other sites, `p_value`, and `apart`, true or
/// false.
std::string density_csv(const DensityReport& report);

/// Returns sentences about the figure: the noise, and each site that lies apart with its cells, or
/// one sentence for more than three such sites.
std::vector<std::string> density_sentences(const DensityReport& report);

}  // namespace dsne::report
