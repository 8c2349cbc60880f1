#include "report/scan_thumbnail.h"

#include <cstring>
#include <functional>
#include <limits>

#include "image.h"
#include "unit/data/helpers.h"

namespace {

using Voxels = std::function<double(int x, int y, int z)>;

/// An image of 4 × 3 × 5 voxels, 2 × 2 × 3 mm each.
std::string scan_of(const Voxels& voxels) {
  std::string image = dsne::read_file(test_data("nifti/float64.nii"), "the image");
  for (int i = 0; i < 60; ++i) {
    const double value = voxels(i % 4, i / 4 % 3, i / 12);
    std::memcpy(image.data() + 352 + 8 * i, &value, sizeof value);
  }
  return image;
}

std::string thumbnail_of(const boost::filesystem::path& scan) {
  dsne::data::NiftiVolume volume(scan, "the scan");
  dsne::report::ScanThumbnail thumbnail(volume);
  while (!thumbnail.is_whole()) thumbnail.add(volume.next_slice());
  return thumbnail.png();
}

std::string thumbnail(const Voxels& voxels) {
  const InputFolder folder;
  return thumbnail_of(folder.write("secret.nii", scan_of(voxels)));
}

/// Whether a pixel is white; `up` is counted from the bottom.
bool is_white(const Image& image, int right, int up) {
  return image.at(right / dsne::report::pixels_per_unit,
                  (63 - up) / dsne::report::pixels_per_unit) == white;
}

}  // namespace

TEST_CASE("a thumbnail shows three views side by side") {
  const Image image(thumbnail_of(test_data("nifti/float32.nii.gz")));
  CHECK(image.width() == 192);
  CHECK(image.height() == 64);
}

TEST_CASE("each view shows its own plane, the vertical axis upwards") {
  // 8 × 6 mm along Z, 8 × 15 along Y, 6 × 15 along X.
  const Image right(thumbnail([](int x, int, int) { return x >= 2 ? 1.0 : 0.0; }));
  CHECK(is_white(right, 40, 32));
  CHECK_FALSE(is_white(right, 24, 32));
  CHECK_FALSE(is_white(right, 40, 2));  // above and below the view is nothing
  CHECK(is_white(right, 64 + 40, 2));
  CHECK_FALSE(is_white(right, 64 + 60, 2));
  CHECK(is_white(right, 128 + 32, 32));  // the middle plane along X
  const Image top(thumbnail([](int, int, int z) { return z == 4 ? 1.0 : 0.0; }));
  CHECK_FALSE(is_white(top, 32, 32));
  CHECK(is_white(top, 64 + 32, 60));
  CHECK_FALSE(is_white(top, 64 + 32, 40));
  CHECK(is_white(top, 128 + 32, 60));
  const Image back(thumbnail([](int, int y, int) { return y == 2 ? 1.0 : 0.0; }));
  CHECK(is_white(back, 32, 50));
  CHECK_FALSE(is_white(back, 32, 32));
  CHECK(is_white(back, 128 + 40, 32));
}

TEST_CASE("an image without contrast is black") {
  const Image image(thumbnail([](int, int, int) { return 7.0; }));
  CHECK(image.at(16, 16) == 0);
}

TEST_CASE("a thumbnail of an invalid image") {
  const InputFolder folder;
  CHECK(error_of([&] { thumbnail_of(folder.write("secret.nii", "secret")); }) ==
        "the scan is no NIfTI-1 image (.nii or .nii.gz)");
  const std::string nan =
      scan_of([](int, int, int) { return std::numeric_limits<double>::quiet_NaN(); });
  CHECK(error_of([&] { thumbnail_of(folder.write("secret.nii", nan)); }) ==
        "the scan has no voxel that is a number");
}
