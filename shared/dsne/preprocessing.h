#pragma once

#include <optional>

#include "data/normalization.h"
#include "data/pca.h"
#include "data/reference_csv.h"
#include "dsne/parameters.h"

namespace dsne {

/// What is done to every data set before affinities are taken, learnt from the reference alone:
/// the same at every site.
struct Preprocessing {
  Scaling scaling;
  std::optional<Pca> pca;  ///< none when initial_dims is 0 or not below the number of features
};

/// Learns the preprocessing that the parameters ask for.
/// @throws InputError when principal components are asked for and the points are all the same
Preprocessing fit_preprocessing(const Matrix& reference, const Parameters& parameters);

/// Points (points × features) as affinities see them.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points);

}  // namespace dsne
