#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// The greatest difference of the two entries of a pair of regions, as a share of the matrix's
/// largest absolute entry: above the rounding of single precision and six printed digits, below a
/// mistake.
inline constexpr double symmetry_tolerance = 1e-5;

/// Reads a connectivity matrix per subject (read_number_grid, regions × regions). Its features are
/// the entries above the diagonal, see read_region_pairs. Regions' names come from the first
/// subject's header, or else its first column. The diagonal is ignored.
///
/// A matrix that is 0 or empty on only one side of the diagonal is a triangle and represents the
/// whole. An entry missing on one side is taken from the other; one missing on both sides is
/// missing. If all entries of a region are missing or 0, they are missing, except in a matrix of
/// counts.
/// @param input names the list in errors
/// @throws InputError naming the file by its row when its matrix is not square, not symmetric, not
///   of finite numbers, has other regions than the first subject's, or fewer than two
Table read_connectivity(const FileList& list, const std::string& input);

}  // namespace dsne::data
