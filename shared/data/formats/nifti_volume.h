#pragma once

#include <zlib.h>

#include <array>
#include <boost/filesystem/path.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/matrix.h"
#include "data/formats/file_list.h"
#include "data/formats/npy.h"
#include "data/reading.h"

namespace dsne::data {

/// Reads the first time point of a NIfTI-1 image (`.nii`, `.nii.gz`; nifti.nimh.nih.gov) slice by
/// slice, so that memory holds one slice. Voxels are (u)int8 to (u)int64, float32 or float64, in
/// either byte order, scaled by the header's slope and intercept if the slope is not 0.
class NiftiVolume {
 public:
  /// The largest slice and volume, in voxels.
  static constexpr std::int64_t max_in_slice = 1LL << 20;
  static constexpr std::int64_t max_in_volume = 1LL << 30;

  /// Reads the header.
  /// @param source how errors name the file
  /// @throws InputError when it is not a NIfTI-1 image, saying what it is (other_file_kind), does
  ///   not have 3 or 4 dimensions, has another type of voxel (RGB, complex), too many voxels, or is
  ///   shorter than its header says
  NiftiVolume(const boost::filesystem::path& file, const Source& source);

  Eigen::Index width() const { return extents_[0]; }   ///< voxels along X
  Eigen::Index height() const { return extents_[1]; }  ///< voxels along Y
  Eigen::Index slices() const { return extents_[2]; }  ///< voxels along Z
  /// Returns the distances between voxels along X, Y and Z, from 0.001 to 1000; 1 if the header has
  /// others.
  const std::array<double, 3>& spacing() const { return spacing_; }
  const Geometry& geometry() const { return geometry_; }
  Eigen::Index time_points() const { return volumes_; }  ///< only the first is read

  /// Reads the next slice along Z, from the first on: height × width, all finite. NaN becomes 0, as
  /// in nifticlib, because programs mark voxels outside the brain so.
  /// @pre there is a next slice
  /// @throws InputError when the file is truncated or damaged, a voxel is infinite or beyond
  ///   largest_value, or, at the last slice, when all voxels of the volume were NaN
  Matrix next_slice();

 private:
  void check_end();

  Source source_;
  std::array<Eigen::Index, 3> extents_{};
  std::array<double, 3> spacing_{};
  Geometry geometry_;
  Eigen::Index volumes_ = 1;
  BinaryNumber number_{};
  double slope_ = 1;
  double intercept_ = 0;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
  Eigen::Index next_ = 0;
  bool any_number_ = false;
};

/// Receives every slice of every scan, in order.
/// @param scan the scan's number in the list, from 0
using SliceVisitor =
    std::function<void(std::size_t scan, const NiftiVolume& volume, const Matrix& slice)>;

/// Reads a scan per subject (NiftiVolume) and reduces it as in the dSNE papers: the first time
/// point, summed over its slices along Z. Features are the width × height sums, X varying fastest;
/// "x3 y7" is named by its voxels' positions from 0.
///
/// Memory holds the table and one slice. Prints progress to stderr every 100 scans.
/// @param source names the list in errors and progress
/// @throws InputError as NiftiVolume does, naming the file by its row; or when a scan cannot be
///   compared with the first one (geometry_difference)
Table read_scans(const FileList& list, const Source& source, const SliceVisitor& visit = {});

}  // namespace dsne::data
