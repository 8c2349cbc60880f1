#pragma once

#include <functional>
#include <string>

#include "data/file_list.h"
#include "data/nifti_volume.h"

namespace dsne::data {

/// Is shown every slice of every scan that is read, in order.
/// @param scan the scan's number in the list, from 0
using SliceVisitor =
    std::function<void(std::size_t scan, const NiftiVolume& volume, const Matrix& slice)>;

/// Reads a scan per subject (NiftiVolume) and reduces it as in the dSNE papers: the first time
/// point, summed over its slices along Z. Features are the width × height sums, X running fastest,
/// "x3 y7" being named by its voxels' places from 0.
///
/// Memory is the table's and one slice. Says how far it is on stderr, every 100 scans.
/// @param input how errors and progress name the list
/// @throws InputError as NiftiVolume does, naming the file by its row; or when a scan cannot
///   be compared with the first one (geometry_difference)
Table read_scans(const FileList& list, const std::string& input, const SliceVisitor& visit = {});

}  // namespace dsne::data
