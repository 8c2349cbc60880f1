#pragma once

#include "privacy/microaggregation.h"
#include "run/preprocessing.h"

namespace dsne::run {

/// Groups a site's subjects (privacy::microaggregated) and returns the groups' means as affinities
/// see them.
///
/// Whoever chooses the reference chooses the scales at which values are limited. So the site's own
/// values are averaged first, and the means are then scaled, harmonized and projected. Distances
/// between subjects use the scales and components of the site's own subjects. Grouping depends only
/// on the reference's features, not on its values.
/// @param values subjects × features; a missing value (NaN) counts as the site's median
/// @param fill for each feature, the groups' mean if fewer than `least` subjects have a value of
///   it; with harmonization such a mean is the site's own location
/// @param least subjects of a group
privacy::Groups grouped_subjects(const Matrix& values, const RowVector& fill,
                                 const Preprocessing& preprocessing,
                                 const methods::Parameters& parameters, Eigen::Index least);

}  // namespace dsne::run
