#pragma once

#include <cairo.h>

#include <functional>
#include <string>

namespace dsne::report {

/// A drawing of width × height units, on white.
struct Picture {
  double width;
  double height;
  std::function<void(cairo_t*)> draw;  ///< draws in units, on any kind of surface
};

/// The content of a PNG file of it, `pixels_per_unit` pixels to a unit.
/// @throws StorageError when Cairo fails
std::string png(const Picture& picture);

/// The content of a PNG file of an image surface, grey where its format is CAIRO_FORMAT_A8.
/// @throws StorageError when Cairo fails
std::string png(cairo_surface_t* image);

/// The content of an SVG file of it, the same bytes each time for the same drawing.
/// @throws StorageError when Cairo fails
std::string svg(const Picture& picture);

}  // namespace dsne::report
