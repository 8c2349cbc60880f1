#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne {

/// Reads a scan per subject (NiftiVolume) and reduces it as in the dSNE papers: the first time
/// point, summed over its slices along Z. Features are the width × height sums, X running fastest,
/// "x3 y7" being named by its voxels' places from 0.
///
/// Memory is the table's and one slice. Says how far it is on stderr, every 100 scans.
/// @param input how errors and progress name the list
/// @throws InputError as NiftiVolume does, naming the file by its row; or when a scan has another
///   number of voxels along an axis than the first one
Table read_scans(const FileList& list, const std::string& input);

}  // namespace dsne
