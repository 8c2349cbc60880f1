#pragma once

#include "federated/cells.h"
#include "tsne/neighbour_affinities.h"

namespace dsne::federated {

/// Which share of each own point's neighbours, at all sites, are at its own: Σ_l a_il n_l^own/n_l,
/// a_il being its affinities over the reference points and n_l the members of their cells, itself
/// not counted. Cells without other members say nothing and are left out. 0 for a point alone at
/// its site.
/// @param over_reference the points' affinities over the reference
/// @param numbers the points' cells
/// @param members of the cells, at all sites
Vector shares_at_site(const tsne::NeighbourAffinities& over_reference, const CellNumbers& numbers,
                      const Cells& cells, const Counts& members);

}  // namespace dsne::federated
