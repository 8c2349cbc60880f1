#pragma once

#include "exchange/noisy_sum.h"
#include "methods/parameters.h"
#include "privacy/release_ledger.h"

namespace dsne::methods {

// Method fedne with a guarantee (update_epsilon). In each round the coordinator receives one sum of
// parts, each cut to a length, with noise that the sites add together. If weights are averaged, a
// site is one part: its training's change (DP-FedAvg: McMahan, Ramage, Talwar, Zhang, "Learning
// Differentially Private Recurrent Language Models", 2018). If gradients are averaged, each subject
// is one part. docs/privacy.md has the proof.

/// Returns whether a run of fedne has a guarantee.
bool guards_updates(const Parameters& parameters);

/// Converts a part to whole numbers, no longer than whole_length; 0 if it is not finite.
/// @param length cuts the part first; above 0
RowVector whole_part(const RowVector& part, double length);

/// Returns a round's sum, with its share of the run's cost.
exchange::NoisySum update_sum(const Parameters& parameters, Eigen::Index weights);

/// The sum of the parts by what is known of it: the noisy one, shrunk towards 0 by the share of
/// noise in its length (James & Stein 1961); 0 where noise alone is as long by chance, so that no
/// round of nothing but noise moves the network.
/// @param sum with the noise of so many sites
/// @param length to which parts were cut
RowVector shrunk_sum(const RowVector& sum, double length, const Parameters& parameters,
                     Eigen::Index sites);

/// Returns the length of one step of Adam over all weights, to which a site's update is cut.
double step_length(double learning_rate, Eigen::Index weights);

}  // namespace dsne::methods
