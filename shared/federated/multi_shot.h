#pragma once

#include "federated/gradient_filter.h"

namespace dsne::federated {

/// Multi-shot dSNE (main paper, algorithm 4), in one message each way per round.
///
/// Each round every site updates [own; reference] by the t-SNE gradient of its own affinities, the
/// reference's velocity being the shared one, and sends the reference's displacement and the sum of
/// its own moved places. The coordinator averages the displacements over the sites, moves the
/// reference by the average, and centres: the mean over sites of each site's mean of [own;
/// reference] is subtracted from all places. With one site this is t-SNE on the stacked data.
/// @param make_filter for a private method, what every gradient goes through; own points then start
///   at random, for any other start would be a release, and no KL divergence is sent
Method multi_shot(MakeGradientFilter make_filter = nullptr);

}  // namespace dsne::federated
