#pragma once

#include <cairo.h>

#include "report/palette.h"

namespace dsne::report {

/// The size and opacity of a panel's marks.
struct MarkSize {
  double radius;  ///< of a circle, in units of the figure; other shapes have about the same area
  double opacity;
};

/// Returns smaller and more transparent marks for more points, so that a hundred and many thousand
/// points are both readable.
MarkSize mark_size(std::size_t points);

/// Returns how much wider a mark is for a number of subjects: its area grows with them, up to 40.
double mark_width(double subjects);

/// Draws one mark around (x, y).
void draw_mark(cairo_t* canvas, const MarkStyle& style, const MarkSize& size, double x, double y);

}  // namespace dsne::report
