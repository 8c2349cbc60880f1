#include "report/canvas.h"

#include <cmath>
#include <string>

#include "core/errors.h"

namespace dsne::report {
namespace {

int pixels(double units) { return static_cast<int>(std::lround(units * pixels_per_unit)); }

}  // namespace

Surface make_image(cairo_format_t format, double width, double height) {
  Surface image(cairo_image_surface_create(format, pixels(width), pixels(height)));
  check(cairo_surface_status(image.get()));
  cairo_surface_set_device_scale(image.get(), pixels_per_unit, pixels_per_unit);
  return image;
}

Canvas make_canvas(cairo_surface_t* surface) {
  Canvas canvas(cairo_create(surface));
  check(cairo_status(canvas.get()));
  return canvas;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw StorageError("the figure could not be drawn: " +
                       std::string(cairo_status_to_string(status)));
  }
}

void set_colour(cairo_t* canvas, const Colour& colour, double opacity) {
  cairo_set_source_rgba(canvas, colour.red, colour.green, colour.blue, opacity);
}

}  // namespace dsne::report
