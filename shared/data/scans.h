#pragma once

#include <functional>
#include <string>

#include "data/file_list.h"
#include "data/nifti_volume.h"

namespace dsne::data {

/// Receives every slice of every scan, in order.
/// @param scan the scan's number in the list, from 0
using SliceVisitor =
    std::function<void(std::size_t scan, const NiftiVolume& volume, const Matrix& slice)>;

/// Reads a scan per subject (NiftiVolume) and reduces it as in the dSNE papers: the first time
/// point, summed over its slices along Z. Features are the width × height sums, X varying fastest;
/// "x3 y7" is named by its voxels' positions from 0.
///
/// Memory holds the table and one slice. Prints progress to stderr every 100 scans.
/// @param input names the list in errors and progress
/// @throws InputError as NiftiVolume does, naming the file by its row; or when a scan cannot be
///   compared with the first one (geometry_difference)
Table read_scans(const FileList& list, const std::string& input, const SliceVisitor& visit = {});

}  // namespace dsne::data
