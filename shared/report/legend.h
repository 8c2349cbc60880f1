#pragma once

#include <cairo.h>

#include <vector>

#include "report/colouring.h"

namespace dsne::report {

/// The positions of a legend's entries: in columns, each filled from top to bottom.
struct LegendLayout {
  std::size_t rows = 0;
  double column_width = 0;
  double height = 0;
};

/// Lays out a legend within `width`, in as many columns as its names allow. If these have more than
/// `max_rows` rows, uses more columns and cuts names.
/// @param canvas measures the text; nothing is drawn
LegendLayout lay_out_legend(cairo_t* canvas, const std::vector<Group>& groups, double width,
                            std::size_t max_rows);

/// Draws the legend with its upper left corner at (x, y): for each group its mark, name and
/// number of points.
void draw_legend(cairo_t* canvas, const std::vector<Group>& groups, const LegendLayout& layout,
                 double x, double y);

}  // namespace dsne::report
