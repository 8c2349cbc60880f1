#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// The halves of method joint, as Method::site and Method::coordinator make them.
std::unique_ptr<SiteMethod> joint_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> joint_coordinator(CoordinatorProblem problem, const Json& state);

}  // namespace dsne::federated
