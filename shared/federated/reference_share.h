#pragma once

#include "core/matrix.h"

namespace dsne::federated {

/// Which share of each own point's neighbours, own and reference points together, the reference
/// has: 0 where nothing like the point is in the reference, N_s/(N_l + N_s) where a site of N_l
/// points is like a reference of N_s; 1 for a point alone at its site.
///
/// A site larger than the reference is counted by N_s of its points, drawn with a fixed seed, each
/// for N_l/N_s: among tens of neighbours there would else be hardly one of the reference.
/// @param own, reference in the same features; at least one and two points
/// @param perplexity as affinities_among takes it
Vector shares_of_reference(const Matrix& own, const Matrix& reference, double perplexity);

}  // namespace dsne::federated
