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

/// The positions of all parts of a figure, in units of the figure.
struct Layout {
  std::vector<PlacedPanel> panels;
  std::vector<PlacedLegend> legends;
  double height = 0;
};

/// Lays out the panels of a map. Two colourings have a column each, with the legend below. One
/// colouring has a large panel with the legend beside it or, in three dimensions, two panels with
/// the legend below.
/// @param canvas measures the text; nothing is drawn
/// @param dimensions of the map, 2 or 3
Layout lay_out(cairo_t* canvas, const std::vector<Colouring>& colourings, Eigen::Index dimensions);

}  // namespace dsne::report
