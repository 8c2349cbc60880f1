#include "report/scan_thumbnail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "data/nifti_volume.h"
#include "data/quantile.h"
#include "report/canvas.h"
#include "report/picture.h"

namespace dsne {
namespace {

using Eigen::Index;

constexpr int tile = 64;  // pixels along a view's sides

/// A slice, its first row at the bottom.
struct View {
  Matrix voxels;
  double row_spacing;
  double column_spacing;

  double width() const { return static_cast<double>(voxels.cols()) * column_spacing; }
  double height() const { return static_cast<double>(voxels.rows()) * row_spacing; }
};
using Views = std::array<View, 3>;

Views middle_views(NiftiVolume& volume) {
  const auto& [x, y, z] = volume.spacing();
  Views views = {View{{}, y, x}, View{Matrix(volume.slices(), volume.width()), z, x},
                 View{Matrix(volume.slices(), volume.height()), z, y}};
  for (Index k = 0; k < volume.slices(); ++k) {
    const Matrix slice = volume.next_slice();
    if (k == volume.slices() / 2) views[0].voxels = slice;
    views[1].voxels.row(k) = slice.row(volume.height() / 2);
    views[2].voxels.row(k) = slice.col(volume.width() / 2).transpose();
  }
  return views;
}

/// The values that are drawn black and white.
struct Range {
  double black;
  double white;

  unsigned char grey(double value) const {
    if (white <= black) return 0;
    const double share = std::clamp((value - black) / (white - black), 0.0, 1.0);
    return static_cast<unsigned char>(std::lround(255 * share));
  }
};

Range grey_range(const Views& views) {
  std::vector<double> values;
  for (const View& view : views) {
    values.insert(values.end(), view.voxels.data(), view.voxels.data() + view.voxels.size());
  }
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.01), quantile(values, 0.99)};
}

/// The voxel of `count` over a length that a pixel of a tile shows, the length being centred in a
/// tile that shows `shown` of it; outside [0, count) where it shows none.
Index voxel_at(int pixel, double shown, double length, Index count) {
  const double place = (pixel + 0.5) / tile * shown - (shown - length) / 2;
  return static_cast<Index>(std::floor(place / length * static_cast<double>(count)));
}

void draw(const View& view, const Range& range, unsigned char* pixels, int stride) {
  const double shown = std::max(view.width(), view.height());
  for (int up = 0; up < tile; ++up) {
    const Index row = voxel_at(up, shown, view.height(), view.voxels.rows());
    unsigned char* const line = pixels + static_cast<std::ptrdiff_t>(tile - 1 - up) * stride;
    for (int right = 0; right < tile; ++right) {
      const Index column = voxel_at(right, shown, view.width(), view.voxels.cols());
      const bool inside =
          row >= 0 && row < view.voxels.rows() && column >= 0 && column < view.voxels.cols();
      if (inside) line[right] = range.grey(view.voxels(row, column));
    }
  }
}

}  // namespace

std::string scan_thumbnail(const fs::path& scan) {
  NiftiVolume volume(scan, "the scan");
  const Views views = middle_views(volume);
  const Range range = grey_range(views);
  const Surface image(cairo_image_surface_create(CAIRO_FORMAT_A8, 3 * tile, tile));
  check(cairo_surface_status(image.get()));
  const int stride = cairo_image_surface_get_stride(image.get());
  unsigned char* pixels = cairo_image_surface_get_data(image.get());
  for (const View& view : views) {
    draw(view, range, pixels, stride);
    pixels += tile;
  }
  cairo_surface_mark_dirty(image.get());
  return png(image.get());
}

}  // namespace dsne
