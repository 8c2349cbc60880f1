#pragma once

#include "tsne/affinities.h"
#include "tsne/optimizer.h"

namespace dsne::tsne {

/// Runs plain t-SNE (van der Maaten & Hinton 2008; main paper, algorithm 2): gradient descent on
/// the KL divergence, centred after each iteration.
/// @param coordinates the start, one row per point of `affinities`
Matrix tsne(const Affinities& affinities, Matrix coordinates, const Schedule& schedule,
            int iterations);

}  // namespace dsne::tsne
