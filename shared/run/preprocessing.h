#pragma once

#include <optional>

#include "data/normalization.h"
#include "data/pca.h"
#include "data/reference_csv.h"
#include "methods/parameters.h"
#include "privacy/microaggregation.h"

namespace dsne::run {

/// The preprocessing of every data set before affinities, learned from the reference alone and so
/// the same at every site. A feature without spread in the reference is left out: it is 0 for all.
struct Preprocessing {
  data::Scaling scaling;
  std::optional<data::Pca> pca;  ///< empty if initial_dims is 0 or not below the number of features
};

/// Learns the preprocessing that the parameters ask for.
/// @throws InputError when the reference's points are all equal, so there are no units or principal
///   components
Preprocessing fit_preprocessing(const data::Reference& reference,
                                const methods::Parameters& parameters);

/// Scales points (points × features), without any projection.
Matrix scaled_points(const data::Scaling& scaling, const Matrix& points);

/// Returns points (points × features) as affinities see them: finite for any reference, if values
/// are within largest_value.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points);

/// Returns a site's points as affinities see them, without the site's effect; missing values are
/// NaN.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points,
             const data::SiteEffect& effect);

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
