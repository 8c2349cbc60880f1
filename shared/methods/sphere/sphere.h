#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Embeds brain networks on a sphere: the regions of all sites' mean network, and each site's
/// subjects in comparison. Chung and Chen, "Embedding of Functional Human Brain Networks on a
/// Sphere" (2022).
///
/// Up to 400 regions, the sites' matrices and their squares are summed. With more, leading
/// eigenvectors come from sums of products with a few vectors. See docs/methods.md.
const Method& sphere_method();

/// Make its halves, as Method::site and Method::coordinator do.
std::unique_ptr<SiteMethod> sphere_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> sphere_coordinator(CoordinatorProblem problem,
                                                      const Json& state);

}  // namespace dsne::methods
