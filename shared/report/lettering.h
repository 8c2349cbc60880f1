#pragma once

#include <cairo.h>

#include <string>

#include "report/palette.h"

namespace dsne::report {

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

/// The height of a figure's title, in units of the figure.
inline constexpr double title_height = 34;

/// Writes a figure's title at its top, cut to the figure's width.
/// @param title any bytes
void draw_title(cairo_t* canvas, const std::string& title);

}  // namespace dsne::report
