#pragma once

#include <cairo.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "report/mark.h"

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

/// A text's style; the size is in units of the figure.
struct Font {
  double size = 10;
  bool bold = false;
  Colour colour{0.13, 0.13, 0.15};
};

/// The font of a panel's heading.
inline constexpr Font heading_font{10, true};

/// Returns the width of a text in units of the figure; the same on every kind of surface.
/// @pre text is valid UTF-8
double text_width(cairo_t* canvas, const Font& font, const std::string& text);

/// Cuts a text in its middle if it is wider than `width`.
/// @pre text is valid UTF-8
std::string fit_text(cairo_t* canvas, const Font& font, const std::string& text, double width);

/// Writes a text that starts at x, with its base line at y.
/// @pre text is valid UTF-8
void draw_text(cairo_t* canvas, const Font& font, double x, double y, const std::string& text);

/// Draws a panel's border.
void draw_frame(cairo_t* canvas, const Rectangle& frame);

/// The height of a figure's title, in units of the figure.
inline constexpr double title_height = 34;

/// Writes a figure's title at its top, cut to the figure's width.
/// @param title any bytes
void draw_title(cairo_t* canvas, const std::string& title);

/// A drawing of width × height units, on white.
struct Picture {
  double width;
  double height;
  std::function<void(cairo_t*)> draw;  ///< draws in units, on any kind of surface
};

/// Draws a picture as an image, with `pixels_per_unit` pixels to a unit.
/// @throws StorageError when Cairo fails
Surface image_of(const Picture& picture);

/// Returns the content of a PNG file of an image, grey if its format is CAIRO_FORMAT_A8.
/// @throws StorageError when Cairo fails
std::string png(const Surface& image);
std::string png(const Picture& picture);

/// Returns the content of an SVG file. The same drawing gives the same bytes.
/// @throws StorageError when Cairo fails
std::string svg(const Picture& picture);

/// A point that a figure rings and numbers, with its name and a line about it beside the map.
struct NamedPoint {
  std::size_t point;
  std::string name;
  std::string about;
};

/// A ring around a mark, in units of the figure.
struct Ring {
  double x, y, radius;
};

/// Draws a ring around each mark, with the numbers 1, 2, … beside them where they hide the fewest
/// others.
/// @param side of the square in which the numbers stay
void draw_rings(cairo_t* canvas, const std::vector<Ring>& rings, double side);

/// Returns how high the list of names is in so many columns.
double names_height(std::size_t names, std::size_t columns);

/// Writes the list of names with their numbers, each column filled from top to bottom.
void draw_names(cairo_t* canvas, const std::vector<NamedPoint>& named, const Rectangle& area,
                std::size_t columns);

}  // namespace dsne::report
