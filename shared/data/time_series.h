#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// The fewest points of a time series whose correlations say anything.
inline constexpr Eigen::Index least_time_points = 3;

/// Reads time series per subject (read_number_grid) and takes Pearson's correlations between
/// regions as features: those that read_connectivity would take from the matrix of correlations.
///
/// Rows are regions, and columns time points. It is the other way round where the header names
/// regions and rows have no names or count time points (XCP-D), where every row begins with an
/// empty cell (AFNI), and without names where only the number of rows differs between subjects, or
/// only the columns have mean 0. Time points without any value are left out. The correlations of a
/// region whose series is constant or empty are missing (NaN).
/// @param input how errors name the list
/// @throws InputError naming the file by its row when a single value is missing or infinite, when
///   there are fewer than three time points, two regions of one name, or other regions than the
///   first subject's, or when it is a symmetric matrix; or when nothing tells regions from time
///   points, and there are more rows than columns
Table read_time_series(const FileList& list, const std::string& input);

}  // namespace dsne::data
