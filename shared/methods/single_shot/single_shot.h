#pragma once

#include "methods/method.h"

namespace dsne::methods {

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

}  // namespace dsne::methods
