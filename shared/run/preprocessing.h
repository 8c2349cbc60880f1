#pragma once

#include <optional>

#include "data/normalization.h"
#include "data/pca.h"
#include "data/reference_csv.h"
#include "methods/parameters.h"

namespace dsne::run {

/// What is done to every data set before affinities are taken, learnt from the reference alone:
/// the same at every site. A feature without spread in the reference is left out: it is 0 for all.
struct Preprocessing {
  data::Scaling scaling;
  std::optional<data::Pca>
      pca;  ///< none when initial_dims is 0 or not below the number of features
};

/// Learns the preprocessing that the parameters ask for.
/// @throws InputError when the reference's points are all the same, so that there are no units or
/// no principal components
Preprocessing fit_preprocessing(const data::Reference& reference,
                                const methods::Parameters& parameters);

/// Points (points × features) in the scaling's units, before any projection.
Matrix scaled_points(const data::Scaling& scaling, const Matrix& points);

/// Points (points × features) as affinities see them: finite whatever the reference is, for values
/// within largest_value.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points);

/// A site's points without its effect; gaps are NaN.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points,
             const data::SiteEffect& effect);

}  // namespace dsne::run
