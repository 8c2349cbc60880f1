#pragma once

#include <string>

#include "methods/parameters.h"

namespace dsne::methods {

/// Returns the owner's perplexity, or 30 if it is 0.
double wanted_perplexity(const Parameters& parameters);

/// Returns the perplexity for a number of points. The owner's value is unchanged; the default is
/// lowered to what they allow.
double perplexity_of(const Parameters& parameters, Eigen::Index points);

/// @param points the number of points with affinities between them
/// @param whose names the points in the error
/// @throws InputError with the largest perplexity when the owner's is too large
void check_perplexity(const Parameters& parameters, Eigen::Index points, const std::string& whose);

}  // namespace dsne::methods
