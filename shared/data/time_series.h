#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// The fewest time points with meaningful correlations.
inline constexpr Eigen::Index least_time_points = 3;

/// Reads time series per subject (read_number_grid). Its features are Pearson's correlations
/// between regions, the same as read_connectivity would read from the matrix of correlations.
///
/// Rows are regions, and columns time points. It is the other way round if the header names regions
/// and rows have no names or count time points (XCP-D), or if every row begins with an empty cell
/// (AFNI). Without names it is the other way round if only the number of rows differs between
/// subjects, or only the columns have mean 0. Leaves out time points without any value. The
/// correlations of a constant or empty region are missing (NaN).
/// @param input names the list in errors
/// @throws InputError naming the file by its row when a single value is missing or infinite, when
///   there are fewer than three time points, two regions of one name, or other regions than the
///   first subject's; when it is a symmetric matrix; or when regions and time points cannot be
///   distinguished and there are more rows than columns
Table read_time_series(const FileList& list, const std::string& input);

}  // namespace dsne::data
