#pragma once

#include <cairo.h>

#include <string>
#include <vector>

#include "report/canvas.h"
#include "report/colouring.h"
#include "report/legend.h"
#include "report/panel.h"

namespace dsne::report {

struct PlacedPanel {
  std::size_t colouring = 0;  ///< which of the figure's colourings
  Axes axes{};
  std::string heading;
  Rectangle frame{};
};

struct PlacedLegend {
  std::size_t colouring = 0;  ///< which of the figure's colourings
  LegendLayout layout;
  double x = 0;
  double y = 0;
};

/// Where everything in a figure stands, in units of the figure.
struct Layout {
  std::vector<PlacedPanel> panels;
  std::vector<PlacedLegend> legends;
  double height = 0;
};

/// Lays out the panels of a map: with two colourings a column for each, its legend below; with one
/// colouring a large panel and the legend beside it or, in three dimensions, two panels and the
/// legend below.
/// @param canvas measures the text; nothing is drawn
/// @param dimensions of the map, 2 or 3
Layout lay_out(cairo_t* canvas, const std::vector<Colouring>& colourings, Eigen::Index dimensions);

}  // namespace dsne::report
