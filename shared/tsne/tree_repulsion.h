#pragma once

#include "tsne/repulsion.h"

namespace dsne::tsne {

/// The repulsion in about N·log N steps, by a tree code (Barnes & Hut 1986; van der Maaten 2014) of
/// the kind that finds interactions once for a whole leaf (Barnes 1990), so that they are summed in
/// vectors. A cell far from the leaf acts through its number of points, their mean and their second
/// moments: with d from the mean to the place, M = Σ (y − mean)(y − mean)ᵀ, t = tr M, q = dᵀMd and
/// w = 1/(1 + ‖d‖²), the expansion of Σ_j w_ij to second order is m·w − t·w² + 4·q·w³, and the
/// force half of its fall. Near points act one by one.
///
/// The relative L2 error of the forces is about 1e-3 at most: 1e-7 on the tiny maps of the first
/// iterations, up to 1e-3 on maps a few units wide, 1e-4 on finished ones. That of Z is ten times
/// smaller. The same bits whatever the number of threads.
/// @param coordinates points × 2 or 3, at least one point
Repulsion tree_repulsion(const Matrix& coordinates);

}  // namespace dsne::tsne
