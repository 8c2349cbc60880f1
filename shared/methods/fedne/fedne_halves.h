#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// The halves of method fedne, as Method::site and Method::coordinator make them.
std::unique_ptr<SiteMethod> fedne_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> fedne_coordinator(CoordinatorProblem problem, const Json& state);

}  // namespace dsne::methods
