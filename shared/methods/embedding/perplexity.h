#pragma once

#include <optional>
#include <string>
#include <vector>

#include "methods/parameters.h"

namespace dsne::methods {

/// What the owner asks for: the parameter's own value, or 30 where that is left open.
double wanted_perplexity(const Parameters& parameters);

/// The perplexity of affinities between so many points. What the owner set stays as it is; the
/// default is no larger than they allow.
double perplexity_of(const Parameters& parameters, Eigen::Index points);

/// @param points that there are affinities between
/// @param whose what these are, in the error
/// @throws InputError with the largest perplexity when the owner's is larger than so few allow
void check_perplexity(const Parameters& parameters, Eigen::Index points, const std::string& whose);

/// What the default came to at a site that is too small for it; nothing elsewhere.
/// @param points the site's and the reference's
std::optional<std::string> perplexity_sentence(const Parameters& parameters, Eigen::Index points);

/// The same for everyone.
/// @param subjects of each site
std::optional<std::string> perplexity_sentence(const Parameters& parameters,
                                               Eigen::Index reference_points,
                                               const std::vector<Eigen::Index>& subjects);

}  // namespace dsne::methods
