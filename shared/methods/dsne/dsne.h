#pragma once

#include <memory>
#include <string>

#include "methods/dsne/gradient_filter.h"

namespace dsne::methods {

/// Multi-shot dSNE (main paper, algorithm 4), in one message each way per round.
///
/// Each round every site updates [own; reference] by the t-SNE gradient of its own affinities, the
/// reference's velocity being the shared one, and sends the reference's displacement and the sum of
/// its own moved places. The coordinator averages the displacements over the sites, moves the
/// reference by the average, and centres: the mean over sites of each site's mean of [own;
/// reference] is subtracted from all places. With one site this is t-SNE on the stacked data.
const Method& dsne_method();

/// Its halves, for it and for a private method that is made of it.
/// @param make_filter for a private method, what every gradient goes through; own points then start
///   at random, for any other start would be a release, and no KL divergence is sent
std::unique_ptr<SiteMethod> dsne_site(SiteProblem problem, const MakeGradientFilter& make_filter,
                                      const Json& state);
std::unique_ptr<CoordinatorMethod> dsne_coordinator(CoordinatorProblem problem, const Json& state);

/// The sentence of what the sites did in such a run.
std::string moves_sentence(const Parameters& parameters);

}  // namespace dsne::methods
