#include "report/mark.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "report/canvas.h"

namespace dsne::report {
namespace {

struct Corner {
  double x;
  double y;
};
using Polygon = std::vector<Corner>;

Polygon scaled(Polygon polygon, double factor) {
  for (Corner& corner : polygon) corner = {corner.x * factor, corner.y * factor};
  return polygon;
}

Polygon rotated(Polygon polygon, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  for (Corner& corner : polygon) {
    corner = {c * corner.x - s * corner.y, s * corner.x + c * corner.y};
  }
  return polygon;
}

Polygon square() { return scaled({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 0.88); }

Polygon triangle() { return scaled({{0, -1.1}, {1, 0.7}, {-1, 0.7}}, 1.25); }

Polygon plus() {
  constexpr double a = 0.36;
  return scaled({{-a, -1},
                 {a, -1},
                 {a, -a},
                 {1, -a},
                 {1, a},
                 {a, a},
                 {a, 1},
                 {-a, 1},
                 {-a, a},
                 {-1, a},
                 {-1, -a},
                 {-a, -a}},
                1.2);
}

/// Returns the corners of a shape with about the area of the circle of radius 1.
const Polygon& corners(Shape shape) {
  constexpr double pi = std::numbers::pi;
  static const Polygon circle;
  static const Polygon squares = square();
  static const Polygon triangles = triangle();
  static const Polygon diamonds = rotated(square(), pi / 4);
  static const Polygon inverted_triangles = rotated(triangle(), pi);
  static const Polygon pluses = plus();
  static const Polygon crosses = rotated(plus(), pi / 4);
  switch (shape) {
    case Shape::circle:
      return circle;
    case Shape::square:
      return squares;
    case Shape::triangle:
      return triangles;
    case Shape::diamond:
      return diamonds;
    case Shape::inverted_triangle:
      return inverted_triangles;
    case Shape::plus:
      return pluses;
    case Shape::cross:
      return crosses;
  }
  return circle;
}

}  // namespace

MarkSize mark_size(std::size_t points) {
  const double crowding = std::max(1.0, static_cast<double>(points) / 100);
  return {std::max(0.9, 4.2 * std::pow(crowding, -0.24)), 0.9 * std::pow(crowding, -0.13)};
}

double mark_width(double subjects) {
  constexpr double most_subjects = 40;
  constexpr double width_of_two = 0.7;
  if (!(subjects > 1)) return 1;
  return std::max(1.0, width_of_two * std::sqrt(std::min(subjects, most_subjects)));
}

void draw_mark(cairo_t* canvas, const MarkStyle& style, const MarkSize& size, double x, double y) {
  cairo_new_path(canvas);
  if (style.shape == Shape::circle) {
    cairo_arc(canvas, x, y, size.radius, 0, 2 * std::numbers::pi);
  }
  for (const Corner& corner : corners(style.shape)) {
    cairo_line_to(canvas, x + size.radius * corner.x, y + size.radius * corner.y);
  }
  cairo_close_path(canvas);
  set_colour(canvas, style.colour, size.opacity);
  cairo_fill(canvas);
}

}  // namespace dsne::report
