#pragma once

#include "methods/method.h"

namespace dsne::methods {

// Make the halves of method sphere.

std::unique_ptr<SiteMethod> sphere_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> sphere_coordinator(CoordinatorProblem problem,
                                                      const Json& state);

}  // namespace dsne::methods
