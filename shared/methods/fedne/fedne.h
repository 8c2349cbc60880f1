#pragma once

#include <map>
#include <string>
#include <string_view>

#include "methods/method.h"
#include "nn/neighbour_embedding.h"
#include "nn/network.h"

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

// Messages and state of both halves of method fedne. They first ask for the number of subjects
// (messages.h's stage size), and then for an epoch in each iteration.

// The sums over the sites, with bounds far beyond those of real runs.
inline constexpr const char* network_update_name = "network_update";
inline constexpr const char* place_moments_name = "place_moments";
inline constexpr const char* repulsion_name = "repulsion";
inline constexpr double network_update_bound = 1e9;
inline constexpr double place_moments_bound = 1e12;
inline constexpr double repulsion_bound = 1e10;

// The field that a site sends, and the field with the others', if each tells its own (surrogates
// sites).
inline constexpr const char* surrogate_name = "surrogate";
inline constexpr const char* surrogates_name = "surrogates";

/// The greatest repulsion of a position by one subject, by nn::repulsion_on.
inline constexpr double most_repulsion_of_one = 2.5;

/// Returns Adam's learning rate at an iteration. If weights are averaged: 0.001, a tenth of that
/// after 30 % of the iterations, and a hundredth after 60 %. If gradients are averaged: 0.02,
/// falling to 0 like a cosine, and less in the first ten.
double network_learning_rate(const Parameters& parameters, int iteration);

/// Returns whether sites use the others' repulsion in an iteration. If weights are averaged: from
/// 30 % of the iterations on, except in the first two, which must collect it. If gradients are
/// averaged: in every other one from the fourth on.
bool uses_repulsion(const Parameters& parameters, int iteration);

/// Return whether an iteration asks for the repulsion, which is used in the next one; and for the
/// map's width, which the repulsion needs in the next one.
bool asks_repulsion(const Parameters& parameters, int iteration);
bool asks_moments(const Parameters& parameters, int iteration);

/// Returns whether the network changes in an iteration. Steps by gradients are long, and the
/// repulsion before a step would be wrong after it. So the network waits until the sites have sent
/// it.
bool changes_network(const Parameters& parameters, int iteration);

/// Returns the member "surrogate" of a site's answer, the weights of a surrogate's network.
nn::Network told_surrogate(const Json& object, Eigen::Index dimensions, std::string_view what);

}  // namespace dsne::methods
