#pragma once

#include <array>

#include "report/canvas.h"
#include "report/colouring.h"
#include "report/embedding.h"

namespace dsne::report {

/// The two axes of the map that a panel shows, across and upwards.
using Axes = std::array<Eigen::Index, 2>;

/// Draws a map's points in a frame, both axes in one scale. Points without a finite place are left
/// out. The points of the background come first, the others in an order that mixes the groups, so
/// that none covers another only because it comes later in the data.
/// @param frame a square, in units of the figure
void draw_panel(cairo_t* canvas, const Embedding& embedding, const Colouring& colouring,
                const Axes& axes, const Rectangle& frame);

}  // namespace dsne::report
