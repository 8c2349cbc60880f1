#pragma once

#include "methods/parameters.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// Returns the form used for a number of regions, whatever was asked for.
sphere::Form sphere_form_of(const Parameters& parameters, Eigen::Index regions);

/// Refuses a group's sphere that this run cannot end in. A coordinator could otherwise invent
/// distances that flag subjects in a run with a guarantee, or understate the noise.
/// @param sites of the run
/// @param subjects of the run, as the sites were told
/// @throws MessageError naming what is wrong
void check_result(const sphere::GroupSphere& group, const Parameters& parameters,
                  Eigen::Index sites, Eigen::Index subjects);

}  // namespace dsne::methods
