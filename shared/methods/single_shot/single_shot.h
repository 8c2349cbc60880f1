#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Single-shot dSNE (first paper, algorithm 3), in one round.
///
/// The coordinator embeds the reference once, by t-SNE or UMAP. Each site places its own points on
/// that map. Its answer is empty: nothing leaves it before `collect`. `placement` decides how:
/// - reference: each point by itself, by its affinities over the reference alone, so that its
///   position depends only on its own record and public information (FinishedMap);
/// - paper: all together by t-SNE's gradient over [own; reference], where only the own points move.
///   The site then sends its map's KL divergence with `collect`.
///
/// A run on the sites' summaries has no round: each site has the map of the summaries, and places
/// all its own points on it together (summary::place_on), before `collect`.
const Method& single_shot();

}  // namespace dsne::methods
