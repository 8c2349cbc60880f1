#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// How far apart the two entries of a pair of regions may be, as a share of the matrix's largest
/// absolute entry: more than single precision and six printed digits lose, less than a mistake.
inline constexpr double symmetry_tolerance = 1e-5;

/// Reads a connectivity matrix per subject (read_number_grid, regions × regions) and takes what is
/// above its diagonal as features, see read_region_pairs. Regions have their names in the first
/// subject's header, or else its first column. The diagonal is not used, whatever it holds.
///
/// A matrix that is 0 or empty on one side of the diagonal alone is a triangle, and stands for the
/// whole. An entry that is missing on one side is taken from the other; one that is missing on both
/// is missing. So are all entries of a region whose own are missing or 0, unless the matrix counts.
/// @param input how errors name the list
/// @throws InputError naming the file by its row when its matrix is not square, not symmetric, not
///   of finite numbers, has other regions than the first subject's, or fewer than two
Table read_connectivity(const FileList& list, const std::string& input);

}  // namespace dsne::data
