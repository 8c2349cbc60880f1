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

  /// The colour, 0xRRGGBB, at a place given in units of the figure.
  std::uint32_t at(double x, double y) const {
    const auto* data = cairo_image_surface_get_data(surface_.get());
    const auto row = static_cast<std::ptrdiff_t>(y * dsne::report::pixels_per_unit) *
                     cairo_image_surface_get_stride(surface_.get());
    const auto* pixels = reinterpret_cast<const std::uint32_t*>(data + row);
    return pixels[static_cast<std::size_t>(x * dsne::report::pixels_per_unit)] & 0xFFFFFFU;
  }

 private:
  dsne::report::Surface surface_;
};
