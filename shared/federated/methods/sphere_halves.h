#pragma once

#include "federated/method.h"

namespace dsne::federated {

// The halves of method sphere.

std::unique_ptr<SiteMethod> sphere_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> sphere_coordinator(CoordinatorProblem problem,
                                                      const Json& state);

}  // namespace dsne::federated
