#include "tools/charts/axes.h"

namespace dsne::charts {

double down(const report::Rectangle& frame, const AxisScale& scale, double value) {
  return frame.y + frame.height * (1 - scale.place(value));
}

void stroke_segment(cairo_t* canvas, double x1, double y1, double x2, double y2) {
  cairo_move_to(canvas, x1, y1);
  cairo_line_to(canvas, x2, y2);
  cairo_stroke(canvas);
}

void draw_y_axis(cairo_t* canvas, const AxisScale& scale, const report::Rectangle& frame) {
  cairo_set_line_width(canvas, 1);
  for (const Tick& tick : scale.ticks) {
    const double y = down(frame, scale, tick.value);
    report::set_colour(canvas, grid_colour);
    stroke_segment(canvas, frame.x, y, frame.x + frame.width, y);
    report::set_colour(canvas, axis_colour);
    stroke_segment(canvas, frame.x - 4, y, frame.x, y);
    const double width = report::text_width(canvas, tick_font, tick.label);
    report::draw_text(canvas, tick_font, frame.x - tick_label_gap - width, y + 3.5, tick.label);
  }
  report::set_colour(canvas, axis_colour);
  cairo_rectangle(canvas, frame.x, frame.y, frame.width, frame.height);
  cairo_stroke(canvas);
}

}  // namespace dsne::charts
