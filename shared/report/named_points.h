#pragma once

#include <array>
#include <string>
#include <vector>

#include "report/drawing.h"

namespace dsne::report {

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
