#pragma once

#include <string>

#include "coinstac/files.h"

namespace dsne {

/// A thumbnail of an image that NiftiVolume reads, as the content of a PNG file of 192 × 64 grey
/// pixels: the first time point's middle slices along Z, Y and X, side by side, in their true
/// proportions. The first voxel along the upright axis is at the bottom. Black is the slices' first
/// and white their 99th percentile. The same image gives the same bytes.
/// @throws InputError as NiftiVolume does, without the file's name; StorageError when Cairo fails
std::string scan_thumbnail(const fs::path& scan);

}  // namespace dsne
