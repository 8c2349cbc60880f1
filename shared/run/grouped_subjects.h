#pragma once

#include "privacy/microaggregation.h"
#include "run/preprocessing.h"

namespace dsne::run {

/// A site's subjects in groups (privacy::microaggregated), as affinities see the groups' means.
/// Whoever chooses the reference chooses the scales at which values are limited, so values are
/// averaged as the site has them, and the means are scaled, harmonized and projected. Subjects are
/// near each other in the scales and components of the site's own subjects: of the reference it
/// hangs on its features alone who is in a group with whom.
/// @param values subjects × features; a gap (NaN) counts as the site's median
/// @param fill what a feature's means are, one per feature, where fewer than `least` subjects have
///   a value of it; with harmonization such a mean lies where the site does
/// @param least subjects of a group
privacy::Groups grouped_subjects(const Matrix& values, const RowVector& fill,
                                 const Preprocessing& preprocessing,
                                 const methods::Parameters& parameters, Eigen::Index least);

}  // namespace dsne::run
