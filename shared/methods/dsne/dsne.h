#pragma once

#include <memory>
#include <string>

#include "methods/dsne/gradient_filter.h"

namespace dsne::methods {

/// dSNE in many rounds (main paper, algorithm 4: multi-shot), with one message each way per round.
///
/// In each round every site updates [own; reference] by the t-SNE gradient of its own affinities,
/// with the shared velocity of the reference. It sends the reference's displacement and the sum of
/// its own moved coordinates. The coordinator averages the displacements over the sites and moves
/// the reference by the average. It then centres: it subtracts the mean over sites of each site's
/// mean of [own; reference]. With one site this is t-SNE on the stacked data.
const Method& dsne_method();

/// Make its halves, also for a private method based on it.
/// @param make_filter for a private method, makes the filter of every gradient. Own points then
///   start at random, because any other start would be a release, and no KL divergence is sent
std::unique_ptr<SiteMethod> dsne_site(SiteProblem problem, const MakeGradientFilter& make_filter,
                                      const Json& state);
std::unique_ptr<CoordinatorMethod> dsne_coordinator(CoordinatorProblem problem, const Json& state);

/// Returns a sentence about what the sites did in such a run.
std::string moves_sentence(const Parameters& parameters);

}  // namespace dsne::methods
