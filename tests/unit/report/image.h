#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/files.h"
#include "report/drawing.h"
#include "temporary_folder.h"

inline constexpr std::uint32_t white = 0xFFFFFF;
// The palette's first two.
inline constexpr std::uint32_t blue = 0x0072B2;
inline constexpr std::uint32_t orange = 0xE69F00;

/// A PNG file's image as its reader sees it.
class Image {
 public:
  explicit Image(const std::string& png) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "chart.png";
    dsne::write_atomically(file, png, "the PNG");
    surface_.reset(cairo_image_surface_create_from_png(file.c_str()));
    REQUIRE(cairo_surface_status(surface_.get()) == CAIRO_STATUS_SUCCESS);
  }
  int width() const { return cairo_image_surface_get_width(surface_.get()); }
  int height() const { return cairo_image_surface_get_height(surface_.get()); }

  /// The colour of a pixel, 0xRRGGBB.
  std::uint32_t pixel(int x, int y) const {
    REQUIRE((x >= 0 && x < width() && y >= 0 && y < height()));
    const auto* row = cairo_image_surface_get_data(surface_.get()) +
                      std::ptrdiff_t{y} * cairo_image_surface_get_stride(surface_.get());
    return reinterpret_cast<const std::uint32_t*>(row)[x] & 0xFFFFFFU;
  }

  /// The colour at a place given in units of the figure.
  std::uint32_t at(double x, double y) const {
    return pixel(static_cast<int>(x * dsne::report::pixels_per_unit),
                 static_cast<int>(y * dsne::report::pixels_per_unit));
  }

 private:
  dsne::report::Surface surface_;
};
