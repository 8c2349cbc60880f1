#pragma once

#include "federated/cells.h"
#include "tsne/weighted_repulsion.h"

namespace dsne::federated {

/// What is known of the cells' members on the map, beside their number. Sums of several sites are
/// the sums of theirs, and the others' are what is left when one's own are taken away.
struct CellSums {
  Matrix sums;      ///< cells × d: Σ (y − centre) over the members
  Matrix products;  ///< cells × d(d + 1)/2: Σ of the products of y − centre, xx, xy, yy, xu, yu, uu

  CellSums& operator-=(const CellSums& other);
};

/// Where each cell is on the map, for all to know: the mean of its reference points' coordinates.
Matrix cell_centres(const Matrix& reference_coordinates, const Cells& cells);

/// A site's sums.
/// @param coordinates of its points on the map
/// @param numbers the cell of each
/// @param centres as cell_centres gives them
CellSums cell_sums(const Matrix& coordinates, const CellNumbers& numbers, const Matrix& centres);

/// The same sums about other centres.
CellSums moved_to(const CellSums& sums, const Counts& members, const Matrix& from,
                  const Matrix& centres);

/// Points that stand for the cells' members, with their number, mean and covariance: in each cell
/// mean ± √d·A·r_k, 2d points that share the members among them, A being a square root of the
/// covariance and r_k directions at right angles. They turn from iteration to iteration, so that
/// the points of a cell repel over the iterations like an ellipse, where four that stood still
/// would push the others out of four places.
/// @param members of each cell; a cell without is left out
/// @param sums as rounded as may be: a variance that is negative counts as 0
tsne::WeightedPoints standing_for(const Counts& members, const CellSums& sums,
                                  const Matrix& centres, int iteration);

}  // namespace dsne::federated
