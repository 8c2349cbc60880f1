#pragma once

#include "exchange/noisy_sum.h"
#include "methods/parameters.h"
#include "privacy/release_ledger.h"

namespace dsne::methods {

// Method fedne with a guarantee (update_epsilon): of each round the coordinator gets one sum of
// parts that are cut to a length, with noise that the sites add together. Where weights are
// averaged a site is one part, what its training has changed (DP-FedAvg: McMahan, Ramage, Talwar,
// Zhang, "Learning Differentially Private Recurrent Language Models", 2018); where gradients are,
// each subject is one. docs/privacy.md has the proof.

/// Whether a run of fedne has a guarantee.
bool guards_updates(const Parameters& parameters);

/// A part as whole numbers, no longer than whole_length; 0 if it is no number.
/// @param length to which it is cut first; above 0
RowVector whole_part(const RowVector& part, double length);

/// A round's sum, with its share of what the run may cost.
exchange::NoisySum update_sum(const Parameters& parameters, Eigen::Index weights);

/// The sum of the parts by what is known of it: the noisy one, shrunk towards 0 by the share of
/// noise in its length (James & Stein 1961); 0 where noise alone is as long by chance, so that no
/// round of nothing but noise moves the network.
/// @param sum with the noise of so many sites
/// @param length to which parts were cut
RowVector shrunk_sum(const RowVector& sum, double length, const Parameters& parameters,
                     Eigen::Index sites);

/// How far one step of Adam moves a network in all weights at once: the length to which a site's
/// update is cut.
double step_length(double learning_rate, Eigen::Index weights);

}  // namespace dsne::methods
