#pragma once

#include <string>
#include <vector>

#include "quality/site_density.h"
#include "report/picture.h"

namespace dsne::report {

/// What is shown of where each site's points lie.
struct DensityReport {
  quality::SiteDensities densities;
  std::vector<std::vector<quality::CellEstimate>> estimates;  ///< as compare_densities() gives them
};

/// A panel for each site: the reference's points in grey and, over them, each cell the darker the
/// larger the share of the site's points that its noisy count says are in it, in one scale for all
/// panels. A cell in which the site lies apart has an orange frame and its count. Draw it with
/// png().
/// @param reference_coordinates of 2 or 3 dimensions, of which the first two are shown
Picture density_picture(const DensityReport& report, const Matrix& reference_coordinates,
                        const std::string& title);

/// One line per site and cell: `site,column,row` (from 0, the lower left cell first), the cell's
/// corners `x_low,x_high,y_low,y_high`, the noisy `count`, the true count's interval at 95 %
/// `count_low,count_high`, `expected` by the other sites, `p_value`, and `apart`, true or false.
std::string density_csv(const DensityReport& report);

/// What the figure shows, in sentences: the noise, and each site that lies apart with the cells in
/// which it does, or, of more than three such sites, one sentence that names them all.
std::vector<std::string> density_sentences(const DensityReport& report);

}  // namespace dsne::report
