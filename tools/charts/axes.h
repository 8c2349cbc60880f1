#pragma once

#include <cairo.h>

#include "report/canvas.h"
#include "report/lettering.h"
#include "report/palette.h"
#include "tools/charts/ticks.h"

namespace dsne::charts {

inline constexpr report::Font tick_font{9.5};
inline constexpr report::Colour axis_colour{0.45, 0.45, 0.48};
inline constexpr report::Colour grid_colour{0.90, 0.90, 0.92};

/// The room, in units of the figure, that an upright axis leaves between its tick labels and the
/// frame.
inline constexpr double tick_label_gap = 8;

/// How far down in the figure a value of an upright axis along the frame is.
double down(const report::Rectangle& frame, const AxisScale& scale, double value);

/// Draws a straight line in the canvas's colour and style.
void stroke_segment(cairo_t* canvas, double x1, double y1, double x2, double y2);

/// Draws the frame and, left of it, an upright axis with a grid line for each tick.
void draw_y_axis(cairo_t* canvas, const AxisScale& scale, const report::Rectangle& frame);

}  // namespace dsne::charts
