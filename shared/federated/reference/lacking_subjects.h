#pragma once

#include "federated/novel_groups.h"

namespace dsne::federated {

/// The own points that the reference lacks: none of a point's nearest neighbours, own or of the
/// reference, is a reference point. These are the 15 nearest, or as many that one of the reference
/// would be missing by chance with a probability of 1 in 100, where own points are spread as the
/// reference's are.
/// @param own, reference in the same features, all of them: components learnt from the reference do
///   not show what it lacks
Group lacking_subjects(const Matrix& own, const Matrix& reference);

}  // namespace dsne::federated
