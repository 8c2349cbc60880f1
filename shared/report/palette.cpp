#include "report/palette.h"

#include <array>

namespace dsne::report {
namespace {

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

}  // namespace

MarkStyle mark_style(std::size_t entry) {
  const std::size_t round = entry / bright.size();
  const auto& colours = round % 2 == 0 ? bright : dark;
  return {shapes.at(round), colours.at(entry % colours.size())};
}

}  // namespace dsne::report
