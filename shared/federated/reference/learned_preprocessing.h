#pragma once

#include "federated/preprocessing.h"
#include "federated/treatment.h"

namespace dsne::federated {

// The preprocessing that sites and coordinator make alike from sums over all subjects.

/// Landmarks in more dimensions would be large sums over few subjects.
inline constexpr Eigen::Index most_learned_components = 100;

/// Sums over all subjects, features in columns.
struct FeatureSums {
  double subjects = 0;
  RowVector mean;     ///< of the values that are there; for `robust` the middles
  RowVector squares;  ///< Σ (x − mean)², missing values being the mean; not for `robust`
  RowVector middles;  ///< mean of the sites' MiddleHalf::mean
  RowVector spreads;  ///< for `robust` alone: mean of spread_part about them
};

/// The scaling that fit_scaling would find, for `robust` by the middle half of each site's
/// values in place of the median and quartiles of all. Sums over values without its limit are not
/// asked for: beside those over limited ones they would show what a single subject is beyond it.
/// @throws InputError when no feature has any spread
data::Scaling learned_scaling(const FeatureSums& sums, data::Normalization kind);

/// Where the scaling takes the features' mean.
RowVector scaled_mean(const FeatureSums& sums, const data::Scaling& scaling);

/// The sum of all subjects' squared distances from their mean, features scaled; for `robust` the
/// most that it can be.
double total_squares(const FeatureSums& sums, const data::Scaling& scaling);

/// The scaling, and components about the scaled features' mean.
/// @param components features × components, orthonormal, by falling variance
Preprocessing learned_preprocessing(const FeatureSums& sums, data::Normalization kind,
                                    const Matrix& components, const Vector& variances);

/// Throws where a run cannot learn what its parameters ask for, and says what to set.
/// @throws InputError
void check_learnable(const Parameters& parameters, const Treatment& treatment,
                     Eigen::Index features);

/// How many components a run of that many features learns when nothing else limits them:
/// initial_dims, or with 0 all features.
Eigen::Index wanted_components(const Parameters& parameters, Eigen::Index features);

/// Columns at right angles, drawn at random, the same for all who know the numbers; as many as
/// features they are the features themselves.
Matrix public_basis(Eigen::Index features, Eigen::Index width);

}  // namespace dsne::federated
