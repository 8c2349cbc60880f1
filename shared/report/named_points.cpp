#include "report/named_points.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dsne::report {
namespace {

constexpr Font number_font{8, true};
constexpr Font listed_font{9, true};
constexpr Font about_font{8, false, {0.35, 0.35, 0.38}};
constexpr Colour ring_colour{0.08, 0.08, 0.1};
constexpr Colour white{1, 1, 1};
constexpr double entry_height = 27;
constexpr double width_of_number = 18;
constexpr double names_gap = 16;

void draw_ring(cairo_t* canvas, const Ring& ring) {
  for (const auto& [width, colour] : {std::pair(3.2, white), std::pair(1.4, ring_colour)}) {
    cairo_new_path(canvas);
    cairo_arc(canvas, ring.x, ring.y, ring.radius, 0, 2 * std::numbers::pi);
    cairo_set_line_width(canvas, width);
    set_colour(canvas, colour);
    cairo_stroke(canvas);
  }
}

double overlap(const Rectangle& a, const Rectangle& b) {
  const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/// Returns where a number hides least of what is taken, of eight directions around its ring.
Rectangle place_beside(const Ring& ring, double width, double side,
                       const std::vector<Rectangle>& taken) {
  constexpr double height = 9;
  constexpr int directions = 8;
  Rectangle best{};
  double least = -1;
  for (int direction = 0; direction < directions; ++direction) {
    // Up and right first.
    const double angle = (1 - direction) * std::numbers::pi / 4 - std::numbers::pi / 2;
    const double reach = ring.radius + 1;
    const Rectangle box{ring.x + std::cos(angle) * (reach + width / 2) - width / 2,
                        ring.y + std::sin(angle) * (reach + height / 2) - height / 2, width,
                        height};
    double hidden = width * height - overlap(box, {0, 0, side, side});
    for (const Rectangle& each : taken) hidden += overlap(box, each);
    if (least < 0 || hidden < least) {
      least = hidden;
      best = box;
    }
  }
  return best;
}

}  // namespace

void draw_rings(cairo_t* canvas, const std::vector<Ring>& rings, double side) {
  std::vector<Rectangle> taken;
  for (const Ring& ring : rings) {
    draw_ring(canvas, ring);
    taken.push_back({ring.x - ring.radius, ring.y - ring.radius, 2 * ring.radius, 2 * ring.radius});
  }
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    const double width = text_width(canvas, number_font, number) + 2;
    const Rectangle box = place_beside(rings[i], width, side, taken);
    taken.push_back(box);
    cairo_rectangle(canvas, box.x, box.y, box.width, box.height);
    set_colour(canvas, white, 0.75);
    cairo_fill(canvas);
    draw_text(canvas, number_font, box.x + 1, box.y + box.height - 1.5, number);
  }
}

double names_height(std::size_t names, std::size_t columns) {
  const std::size_t rows = (names + columns - 1) / columns;
  return static_cast<double>(rows) * entry_height;
}

void draw_names(cairo_t* canvas, const std::vector<NamedPoint>& named, const Rectangle& area,
                std::size_t columns) {
  const std::size_t rows = (named.size() + columns - 1) / columns;
  const double step = (area.width + names_gap) / static_cast<double>(columns);
  const double room = step - names_gap - width_of_number;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const std::size_t column = i / rows;
    const std::size_t row = i % rows;
    const double x = area.x + static_cast<double>(column) * step;
    const double y = area.y + static_cast<double>(row) * entry_height + 10;
    draw_text(canvas, listed_font, x, y, std::to_string(i + 1));
    draw_text(canvas, listed_font, x + width_of_number, y,
              fit_text(canvas, listed_font, named[i].name, room));
    draw_text(canvas, about_font, x + width_of_number, y + 11,
              fit_text(canvas, about_font, named[i].about, room));
  }
}

}  // namespace dsne::report
