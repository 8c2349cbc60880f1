#pragma once

#include <vector>

#include "core/matrix.h"
#include "privacy/microaggregation.h"
#include "privacy/random_source.h"

namespace dsne::summary {

/// Returns values less the means of their groups.
Matrix deviations_from(const Matrix& means, Matrix values,
                       const std::vector<privacy::GroupRows>& groups);

/// Draws rows of Gaussian noise with the deviations' variances: half of the variance follows their
/// covariance, half is independent.
/// @param deviations rows × columns, with mean 0
/// @param freedom    degrees of freedom of the deviations
/// @param rows       how many are drawn
Matrix noise_like(Matrix deviations, Eigen::Index freedom, Eigen::Index rows,
                  privacy::RandomSource& source);

/// Rounds a value to two digits.
double two_digits(double value);

}  // namespace dsne::summary
