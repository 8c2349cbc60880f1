#include "report/scan_thumbnail.h"

#include <algorithm>
#include <cmath>

#include "data/missing.h"
#include "report/drawing.h"

namespace dsne::report {
namespace {

using Eigen::Index;

constexpr int tile = 64;  // pixels along a view's sides

using Views = std::array<SliceView, 3>;

double width(const SliceView& view) {
  return static_cast<double>(view.voxels.cols()) * view.column_spacing;
}

double height(const SliceView& view) {
  return static_cast<double>(view.voxels.rows()) * view.row_spacing;
}

/// The values drawn black and white.
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
  for (const SliceView& view : views) {
    values.insert(values.end(), view.voxels.data(), view.voxels.data() + view.voxels.size());
  }
  std::sort(values.begin(), values.end());
  return {data::quantile(values, 0.01), data::quantile(values, 0.99)};
}

/// Returns which of `count` voxels a pixel of a tile shows. The voxels' total length is centred in
/// a tile that shows the length `shown`. Outside [0, count) it shows none.
Index voxel_at(int pixel, double shown, double length, Index count) {
  const double place = (pixel + 0.5) / tile * shown - (shown - length) / 2;
  return static_cast<Index>(std::floor(place / length * static_cast<double>(count)));
}

void draw(const SliceView& view, const Range& range, unsigned char* pixels, int stride) {
  const double shown = std::max(width(view), height(view));
  for (int up = 0; up < tile; ++up) {
    const Index row = voxel_at(up, shown, height(view), view.voxels.rows());
    unsigned char* const line = pixels + static_cast<std::ptrdiff_t>(tile - 1 - up) * stride;
    for (int right = 0; right < tile; ++right) {
      const Index column = voxel_at(right, shown, width(view), view.voxels.cols());
      const bool inside =
          row >= 0 && row < view.voxels.rows() && column >= 0 && column < view.voxels.cols();
      if (inside) line[right] = range.grey(view.voxels(row, column));
    }
  }
}

}  // namespace

ScanThumbnail::ScanThumbnail(const data::NiftiVolume& volume) : slices_(volume.slices()) {
  const auto& [x, y, z] = volume.spacing();
  views_ = {SliceView{{}, y, x}, SliceView{Matrix(slices_, volume.width()), z, x},
            SliceView{Matrix(slices_, volume.height()), z, y}};
}

void ScanThumbnail::add(const Matrix& slice) {
  if (next_ == slices_ / 2) views_[0].voxels = slice;
  views_[1].voxels.row(next_) = slice.row(slice.rows() / 2);
  views_[2].voxels.row(next_) = slice.col(slice.cols() / 2).transpose();
  ++next_;
}

std::string ScanThumbnail::png() const {
  const Range range = grey_range(views_);
  const Surface image(cairo_image_surface_create(CAIRO_FORMAT_A8, 3 * tile, tile));
  check(cairo_surface_status(image.get()));
  const int stride = cairo_image_surface_get_stride(image.get());
  unsigned char* pixels = cairo_image_surface_get_data(image.get());
  for (const SliceView& view : views_) {
    draw(view, range, pixels, stride);
    pixels += tile;
  }
  cairo_surface_mark_dirty(image.get());
  return dsne::report::png(image);
}

}  // namespace dsne::report
