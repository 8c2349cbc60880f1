#pragma once

#include <optional>
#include <string>
#include <vector>

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

/// Returns a sentence about the lowered default at a small site; nothing if it was not lowered.
/// @param points the site's and the reference's
std::optional<std::string> perplexity_sentence(const Parameters& parameters, Eigen::Index points);

/// Returns the sentence for all sites.
/// @param subjects of each site
std::optional<std::string> perplexity_sentence(const Parameters& parameters,
                                               Eigen::Index reference_points,
                                               const std::vector<Eigen::Index>& subjects);

}  // namespace dsne::methods
