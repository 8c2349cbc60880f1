#pragma once

#include <cairo.h>

#include <memory>

#include "report/palette.h"

namespace dsne::report {

struct SurfaceDeleter {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

struct CanvasDeleter {
  void operator()(cairo_t* canvas) const { cairo_destroy(canvas); }
};
using Canvas = std::unique_ptr<cairo_t, CanvasDeleter>;

struct Rectangle {
  double x;
  double y;
  double width;
  double height;
};

/// Pixels per unit of the figure, in the PNG and in the images within the SVG.
inline constexpr double pixels_per_unit = 2;

/// Every figure's width and margin, in units.
inline constexpr double figure_width = 800;
inline constexpr double figure_margin = 16;

/// Makes an image of width × height units, drawn on in units.
/// @throws StorageError when memory is short
Surface make_image(cairo_format_t format, double width, double height);

/// Makes a canvas on a surface.
/// @throws StorageError when memory is short
Canvas make_canvas(cairo_surface_t* surface);

/// @throws StorageError when Cairo reports that something has failed
void check(cairo_status_t status);

void set_colour(cairo_t* canvas, const Colour& colour, double opacity = 1);

}  // namespace dsne::report
