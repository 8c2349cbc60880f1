#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Federated neighbour embedding (Li et al., FedNE, NeurIPS 2024): a small network from the
/// features to the map, which every site trains on its own subjects between two messages and of
/// which the coordinator sees the average. The published form has every site tell all others how
/// strongly its subjects repel each place of the map, which shows where they lie; here the sites
/// are told the sum of all, and each takes its own part off. With `surrogates`, `mixing` and
/// `proximal` it is also what the paper compares with: FedAvg and FedProx with neighbour embedding.
const Method& fedne();

/// Make its halves, as Method::site and Method::coordinator do.
std::unique_ptr<SiteMethod> fedne_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> fedne_coordinator(CoordinatorProblem problem, const Json& state);

}  // namespace dsne::methods
