#pragma once

#include <array>

#include "report/colouring.h"
#include "report/drawing.h"
#include "report/joint_embedding.h"

namespace dsne::report {

/// The map's horizontal and vertical axis in a panel.
using Axes = std::array<Eigen::Index, 2>;

/// Draws a map's points in a frame, both axes on one scale. Leaves out points that are not finite.
/// Draws the background first and the others in an order that mixes the groups, so that none covers
/// another because of its order in the data.
/// @param frame a square, in units of the figure
void draw_panel(cairo_t* canvas, const Embedding& embedding, const Colouring& colouring,
                const Axes& axes, const Rectangle& frame);

}  // namespace dsne::report
