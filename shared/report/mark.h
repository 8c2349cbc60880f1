#pragma once

#include <cairo.h>

#include <cstddef>
#include <vector>

namespace dsne::report {

/// A colour in sRGB, each part from 0 to 1.
struct Colour {
  double red;
  double green;
  double blue;
};

enum class Shape { circle, square, triangle, diamond, inverted_triangle, plus, cross };

/// A corner of a mark, in radii of a circle of its size, right and down from its middle.
struct Corner {
  double x;
  double y;
};

/// Returns the corners of a shape with about the area of the circle of radius 1; a circle has none.
const std::vector<Corner>& corners(Shape shape);

/// The style of the points of one legend entry.
struct MarkStyle {
  Shape shape = Shape::circle;
  Colour colour{};
};

/// The number of distinct styles.
inline constexpr std::size_t distinct_styles = 56;

/// Returns the style of a legend entry, counted from 0: circles in eight colours that colour-blind
/// readers can distinguish, then squares in darker shades of these colours, triangles in the first
/// colours again, and so on. Colours: Okabe and Ito, "Color Universal Design", 2008; the yellow is
/// darkened to show on white.
/// @pre entry < distinct_styles
MarkStyle mark_style(std::size_t entry);

/// The colour of background points: the reference, or points without a label.
inline constexpr Colour background_grey{0.76, 0.76, 0.78};

/// The colour of points without their own legend entry.
inline constexpr Colour overflow_grey{0.42, 0.42, 0.45};

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

/// Draws the mark of a group of subjects: pale, with an outline that can be seen.
void draw_several(cairo_t* canvas, const MarkStyle& style, const MarkSize& size, double x,
                  double y);

}  // namespace dsne::report
