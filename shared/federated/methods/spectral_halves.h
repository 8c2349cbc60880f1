#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// The halves of method spectral-clustering.
std::unique_ptr<SiteMethod> spectral_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> spectral_coordinator(CoordinatorProblem problem,
                                                        const Json& state);

}  // namespace dsne::federated
