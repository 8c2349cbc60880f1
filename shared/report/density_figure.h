#pragma once

#include <string>
#include <vector>

#include "report/drawing.h"
#include "report/scene.h"

namespace dsne::report {

/// Paints a panel for each site: the reference's points in grey, and the cells as the scene has
/// them. A cell in which the site lies apart has an orange frame and its count. Draw it with png().
Picture density_picture(const Scene& scene, const std::string& title);

/// Writes one line per site and cell: `site,column,row` (from 0, the lower left cell first), the
/// cell's corners `x_low,x_high,y_low,y_high`, the noisy `count`, the 95 % interval of the true
/// count `count_low,count_high`, `expected` from the other sites, `p_value`, and `apart`, true or
/// false.
std::string density_csv(const DensityReport& report);

}  // namespace dsne::report
