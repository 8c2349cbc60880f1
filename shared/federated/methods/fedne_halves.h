#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// The halves of method fedne, as Method::site and Method::coordinator make them.
std::unique_ptr<SiteMethod> fedne_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> fedne_coordinator(CoordinatorProblem problem, const Json& state);

}  // namespace dsne::federated
