#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::federated {

/// Numbers of subjects, of each reference point or of each cell.
using Counts = Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1>;

/// Which cell each reference point, or each subject, belongs to.
using CellNumbers = std::vector<Eigen::Index>;

/// A division of the subjects by the reference, fixed for a run: a subject is in the cell of the
/// reference point that is nearest where the map starts. Cells are numbered in the order of their
/// first reference points.
struct Cells {
  CellNumbers of_reference;  ///< the cell of each reference point
  Eigen::Index count = 0;
};

/// Some of the reference points: one for so many subjects, at least one, at most all, drawn at
/// random, the same for all who know the numbers.
std::vector<Eigen::Index> sampled_points(Eigen::Index reference_points, Eigen::Index subjects,
                                         Eigen::Index subjects_per_point);

/// The division of the reference points by the nearest of sampled_points, whatever the data.
/// @param reference the reference points on the map
Cells public_groups(const Matrix& reference, Eigen::Index subjects,
                    Eigen::Index subjects_per_group);

/// For each of a site's points the one of these reference points that is nearest.
/// @param own, reference coordinates on the map, or data in the same features
CellNumbers nearest_reference_points(const Matrix& own, const Matrix& reference,
                                     const std::vector<Eigen::Index>& among);

/// How many points each of `count` reference points, or cells, has.
Counts counts_of(const CellNumbers& numbers, Eigen::Index count);

/// The cells of points whose nearest reference points are given.
CellNumbers in_cells(const CellNumbers& nearest, const Cells& cells);

/// Sums over each cell's reference points.
/// @param of_reference a row for each reference point: Counts, or a Matrix
template <typename Rows>
Rows sums_by_cell(const Rows& of_reference, const Cells& cells) {
  Rows sums = Rows::Zero(cells.count, of_reference.cols());
  for (Eigen::Index point = 0; point < of_reference.rows(); ++point) {
    sums.row(cells.of_reference[static_cast<std::size_t>(point)]) += of_reference.row(point);
  }
  return sums;
}

/// Cells whose sums may be known: merged until each has members, and in each of the counts either
/// nobody or at least `min_members`. The smallest cell that needs merging goes first, into the cell
/// with members whose centre is nearest, the mean of its members' reference points; of equals those
/// with the first reference point. Reference points that nobody is near join the nearest such cell.
/// So all who know the counts have the same cells.
/// @param reference the reference points, as nearest_reference_points had them
/// @param counts by reference point: of all subjects first, then of some of them (those at sites
///   that keep their coordinates, say), whose sums could be had by taking away the others'
/// @throws InputError when one of the counts has fewer than `min_members` in all, but somebody
Cells merged_cells(const Matrix& reference, const std::vector<Counts>& counts,
                   Eigen::Index min_members);

/// The same from cells of which those marked are merged in any case: a site that knows its own
/// members vetoes a cell with few others. What comes of a merger counts as not marked.
/// @throws InputError also when there is no cell with members left to merge with
Cells merged_further(const Cells& cells, const std::vector<bool>& vetoed, const Matrix& reference,
                     const std::vector<Counts>& counts, Eigen::Index min_members);

/// Which cells have others' members, but fewer than `min_members` of them, in one of the counts:
/// their sums less one's own would be few subjects'.
/// @param all, own counts by reference point, of everybody's and of one's own points
std::vector<bool> shows_few_others(const Cells& cells, const std::vector<Counts>& all,
                                   const std::vector<Counts>& own, Eigen::Index min_members);

}  // namespace dsne::federated
