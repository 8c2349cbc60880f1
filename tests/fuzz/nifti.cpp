// An image, as such or compressed, and its thumbnail.

#include "data/nifti_volume.h"
#include "fuzz/fuzz.h"
#include "report/scan_thumbnail.h"

namespace {

void read_all(const fuzz::fs::path& file) {
  dsne::data::NiftiVolume volume(file, "site_data");
  dsne::report::ScanThumbnail thumbnail(volume);
  while (!thumbnail.is_whole()) {
    const dsne::Matrix slice = volume.next_slice();
    fuzz::require(slice.rows() == volume.height() && slice.cols() == volume.width());
    fuzz::require(slice.allFinite());
    thumbnail.add(slice);
  }
  fuzz::require(!thumbnail.png().empty());
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("image.nii", bytes);
  attempt([&] { read_all(file); });
}
