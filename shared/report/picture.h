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

/// Returns the content of a PNG file, with `pixels_per_unit` pixels to a unit.
/// @throws StorageError when Cairo fails
std::string png(const Picture& picture);

/// Returns the content of a PNG file of an image surface, grey if its format is CAIRO_FORMAT_A8.
/// @throws StorageError when Cairo fails
std::string png(cairo_surface_t* image);

/// Returns the content of an SVG file. The same drawing gives the same bytes.
/// @throws StorageError when Cairo fails
std::string svg(const Picture& picture);

}  // namespace dsne::report
