#pragma once

#include "core/errors.h"
#include "federated/method.h"

namespace dsne::federated {

/// Single-shot dSNE (first paper, algorithm 3), in one round.
///
/// The coordinator places the reference by t-SNE or UMAP, once and for all. Each site places its
/// own points on that map, and its answer is empty: nothing leaves it before `collect`. `placement`
/// says how:
/// - reference: each point by itself, by its affinities over the reference alone, so that its
///   place depends on its own record and on what is public, and on nothing else
///   (FinishedMap);
/// - paper: all together by t-SNE's gradient over [own; reference], in which only the own points
///   move. What a site then sends with `collect` is its map's KL divergence.
///
/// In a run on the sites' summaries there is no round: each site has the map of the summaries, and
/// places its own points on it (summary::place_on), all of them together, before `collect`.
const Method& single_shot();

/// No map is as large: a coordinator that says so wants to learn something of the subjects.
inline constexpr double largest_place = 1e6;

/// Where the coordinator's message has the reference (reference_points × no_dims).
/// @throws MessageError unless it is within ±largest_place, whatever the site's subjects are
Matrix reference_places(const Json& message, const SiteProblem& problem);

/// The error of a site that is asked for a second round.
MessageError second_round_error();

}  // namespace dsne::federated
