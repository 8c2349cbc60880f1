#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/json.h"
#include "methods/parameters.h"
#include "nn/adam.h"
#include "nn/repulsion_grid.h"
#include "nn/repulsion_surrogate.h"

namespace dsne::methods {

// What both halves of method fedne say and keep. They ask for the number of subjects (counting.h's
// stage size), and then for an epoch in each iteration.

// The sums over the sites, and their bounds: far beyond what a run has.
inline constexpr const char* network_update_name = "network_update";
inline constexpr const char* place_moments_name = "place_moments";
inline constexpr const char* repulsion_name = "repulsion";
inline constexpr const char* noisy_update_name = "noisy_update";
inline constexpr double network_update_bound = 1e9;
inline constexpr double place_moments_bound = 1e12;
inline constexpr double repulsion_bound = 1e10;

// What a site says, and is told of the others, where each tells its own (surrogates sites).
inline constexpr const char* surrogate_name = "surrogate";
inline constexpr const char* surrogates_name = "surrogates";

/// By how much one subject repels a place at most, as nn::repulsion_on reckons it.
inline constexpr double most_repulsion_of_one = 2.5;

/// How much the mean loss of the reference's own points counts beside the subjects', in a step by
/// gradients in which they stand for these.
inline constexpr double stand_ins_weight = 1;

/// How many rounds a run makes by itself.
inline constexpr int fedne_rounds = 200;

/// Adam's at an iteration. Where weights are averaged 0.001, and a tenth of that after 30 % of the
/// iterations, a hundredth after 60 %; of a step by everyone's gradients 0.02, falling to 0 as a
/// cosine does, less in the first ten.
double network_learning_rate(const Parameters& parameters, int iteration);

/// Whether the reference's points stand for the other sites' subjects: not with a guarantee, where
/// they do so in another way.
bool has_stand_ins(const Parameters& parameters);

/// Whether sites reckon with the others' repulsion in an iteration: where weights are averaged from
/// 30 % of them on, but not in the first two, which it takes to find out; where gradients are, in
/// every other one from the fourth on; with a guarantee never.
bool uses_repulsion(const Parameters& parameters, int iteration);

/// Whether it is asked for in an iteration: in the one before; and the width of the map, in the one
/// before that.
bool asks_repulsion(const Parameters& parameters, int iteration);
bool asks_moments(const Parameters& parameters, int iteration);

/// Whether the network changes in an iteration. Steps by gradients are long: repulsion as it was a
/// step before would mislead, so the network waits until the sites have said it.
bool changes_network(const Parameters& parameters, int iteration);

Json to_json(const nn::Adam& adam);

/// What Adam remembers, in the member "adam" of a state.
nn::Adam adam_field(const Json& state, Eigen::Index weights, std::string_view what);

Json to_json(const nn::RepulsionSurrogate& surrogate);

/// A site's surrogate, in the member "surrogate" of a state.
nn::RepulsionSurrogate surrogate_field(const Json& state, Eigen::Index dimensions,
                                       std::string_view what);

/// A member that must be the network of a surrogate, as pack(network.weights) makes it.
nn::Network told_surrogate_field(const Json& object, const std::string& name,
                                 Eigen::Index dimensions, std::string_view what);

/// The same of all sites, by their names, in the member "surrogates".
std::map<std::string, nn::Network> surrogates_field(const Json& object, Eigen::Index dimensions,
                                                    std::string_view what);

Json to_json(const nn::Grid& grid);

/// A member that must be a grid over a map. @throws MessageError when it is not
nn::Grid grid_field(const Json& object, const std::string& name, Eigen::Index dimensions,
                    std::string_view what);

}  // namespace dsne::methods
