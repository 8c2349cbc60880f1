#pragma once

#include <cairo.h>

#include "report/palette.h"

namespace dsne::report {

/// How large and how opaque a panel's marks are.
struct MarkSize {
  double radius;  ///< of a circle, in units of the figure; other shapes cover about its area
  double opacity;
};

/// Smaller and more transparent marks the more points there are, so that both a hundred and many
/// thousand points can be read.
MarkSize mark_size(std::size_t points);

/// How much wider a mark is that stands for so many subjects: its area grows with them, up to 40.
double mark_width(double subjects);

/// Draws one mark around (x, y).
void draw_mark(cairo_t* canvas, const MarkStyle& style, const MarkSize& size, double x, double y);

}  // namespace dsne::report
