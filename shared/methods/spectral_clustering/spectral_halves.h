#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Make the halves of method spectral-clustering.
std::unique_ptr<SiteMethod> spectral_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> spectral_coordinator(CoordinatorProblem problem,
                                                        const Json& state);

}  // namespace dsne::methods
