#include "report/mark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "report/drawing.h"

namespace dsne::report {
namespace {

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

constexpr Colour rgb(int red, int green, int blue) {
  return {red / 255.0, green / 255.0, blue / 255.0};
}

constexpr std::array bright{
    rgb(0, 114, 178),    // blue
    rgb(230, 159, 0),    // orange
    rgb(0, 158, 115),    // bluish green
    rgb(204, 121, 167),  // reddish purple
    rgb(86, 180, 233),   // sky blue
    rgb(213, 94, 0),     // vermillion
    rgb(0, 0, 0),        // black
    rgb(224, 208, 32),   // yellow
};

constexpr std::array dark{
    rgb(0, 48, 92),     // navy
    rgb(128, 78, 0),    // brown
    rgb(0, 82, 58),     // dark green
    rgb(122, 38, 92),   // plum
    rgb(28, 98, 140),   // steel blue
    rgb(122, 32, 0),    // maroon
    rgb(104, 66, 160),  // violet
    rgb(122, 112, 0),   // olive
};

constexpr std::array shapes{
    Shape::circle, Shape::square, Shape::triangle, Shape::diamond, Shape::inverted_triangle,
    Shape::plus,   Shape::cross};

static_assert(bright.size() == dark.size() && bright.size() * shapes.size() == distinct_styles);

/// sRGB's relative luminance.
double luminance(const Colour& colour) {
  const auto linear = [](double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

/// Returns a colour, darkened as far as its contrast with white needs to reach 3 : 1 (WCAG 2.2,
/// success criterion 1.4.11).
Colour contrasting(Colour colour) {
  constexpr double step = 0.95;
  while (1.05 / (luminance(colour) + 0.05) < 3) {
    colour = {colour.red * step, colour.green * step, colour.blue * step};
  }
  return colour;
}

}  // namespace

const std::vector<Corner>& corners(Shape shape) {
  constexpr double pi = std::numbers::pi;
  static const std::array<Polygon, 7> of_shapes{Polygon{},
                                                square(),
                                                triangle(),
                                                rotated(square(), pi / 4),
                                                rotated(triangle(), pi),
                                                plus(),
                                                rotated(plus(), pi / 4)};
  return of_shapes.at(static_cast<std::size_t>(shape));
}

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

void draw_several(cairo_t* canvas, const MarkStyle& style, const MarkSize& size, double x,
                  double y) {
  constexpr double opacity = 0.3;
  constexpr double outline = 1.2;
  const double inner = std::max(0.0, size.radius - outline);
  draw_mark(canvas, {style.shape, contrasting(style.colour)}, {size.radius, 1}, x, y);
  draw_mark(canvas, {style.shape, {1, 1, 1}}, {inner, 1}, x, y);
  draw_mark(canvas, style, {inner, opacity}, x, y);
}

MarkStyle mark_style(std::size_t entry) {
  const std::size_t round = entry / bright.size();
  const auto& colours = round % 2 == 0 ? bright : dark;
  return {shapes.at(round), colours.at(entry % colours.size())};
}

}  // namespace dsne::report
