#pragma once

#include <array>
#include <string>

#include "data/formats/nifti_volume.h"

namespace dsne::report {

/// A slice of a scan, its first row at the bottom.
struct SliceView {
  Matrix voxels;
  double row_spacing = 1;  ///< mm between rows, and between columns
  double column_spacing = 1;
};

/// Makes a thumbnail of an image while its slices are read: the first time point's middle slices
/// along Z, Y and X, side by side, in true proportions.
class ScanThumbnail {
 public:
  explicit ScanThumbnail(const data::NiftiVolume& volume);

  /// Adds the next slice along Z. @pre fewer than volume.slices() were added
  void add(const Matrix& slice);

  bool is_whole() const { return next_ == slices_; }

  /// Returns the content of a PNG file of 192 × 64 grey pixels. The first voxel along the vertical
  /// axis is at the bottom. Black is the slices' first percentile and white their 99th. The same
  /// image gives the same bytes.
  /// @pre is_whole()
  /// @throws StorageError when Cairo fails
  std::string png() const;

 private:
  Eigen::Index slices_;
  Eigen::Index next_ = 0;
  std::array<SliceView, 3> views_;
};

}  // namespace dsne::report
