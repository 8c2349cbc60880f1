#pragma once

#include "methods/parameters.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// The form that a run with so many regions has, whatever form was asked for.
sphere::Form sphere_form_of(const Parameters& parameters, Eigen::Index regions);

/// Refuses a group's sphere that this run cannot end in: a coordinator could invent flags with
/// distances that a run with a guarantee does not have, or say that its noise is small.
/// @param sites of the run
/// @param subjects of the run, as this site has verified
/// @throws MessageError naming what is wrong
void check_result(const sphere::GroupSphere& group, const Parameters& parameters,
                  Eigen::Index sites, Eigen::Index subjects);

}  // namespace dsne::methods
