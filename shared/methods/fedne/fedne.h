#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Federated neighbour embedding (Li et al., FedNE, NeurIPS 2024): a small network from the
/// features to the map. Every site trains it on its own subjects between two messages, and the
/// coordinator averages the results. In the published form every site tells all others how strongly
/// its subjects repel each position, which reveals where they are. Here the parameter `surrogates`
/// decides what represents other sites' subjects; see methods::Surrogates. The parameters also
/// cover the paper's baselines: FedAvg and FedProx with neighbour embedding.
const Method& fedne();

/// Makes a site's half, as Method::site does.
std::unique_ptr<SiteMethod> fedne_site(SiteProblem problem, const Json& state);

}  // namespace dsne::methods
