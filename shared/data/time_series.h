#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// The fewest points of a time series whose correlations say anything.
inline constexpr Eigen::Index least_time_points = 3;

/// Reads a time series per subject (text table or `.npy`, regions × time points) and takes
/// Pearson's correlations between its regions as features: those that read_connectivity would take
/// from the matrix of correlations. Regions are named by the first column, where that is text, else
/// by their numbers from 1. A header of names over rows without names, or rows that begin with a
/// delimiter (AFNI), say that columns are regions. The correlations of a region whose series is
/// constant are missing (NaN).
/// @param input how errors name the list
/// @throws InputError naming the file by its row when a value is missing or infinite, when there
///   are fewer than three time points, two regions of one name, or other regions than the first
///   subject's
Table read_time_series(const FileList& list, const std::string& input);

}  // namespace dsne::data
