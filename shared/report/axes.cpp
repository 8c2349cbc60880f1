#include "report/axes.h"

namespace dsne {

double down(const Rectangle& frame, const AxisScale& scale, double value) {
  return frame.y + frame.height * (1 - scale.place(value));
}

void stroke_segment(cairo_t* canvas, double x1, double y1, double x2, double y2) {
  cairo_move_to(canvas, x1, y1);
  cairo_line_to(canvas, x2, y2);
  cairo_stroke(canvas);
}

void draw_y_axis(cairo_t* canvas, const AxisScale& scale, const Rectangle& frame) {
  cairo_set_line_width(canvas, 1);
  for (const Tick& tick : scale.ticks) {
    const double y = down(frame, scale, tick.value);
    set_colour(canvas, grid_colour);
    stroke_segment(canvas, frame.x, y, frame.x + frame.width, y);
    set_colour(canvas, axis_colour);
    stroke_segment(canvas, frame.x - 4, y, frame.x, y);
    const double width = text_width(canvas, tick_font, tick.label);
    draw_text(canvas, tick_font, frame.x - tick_label_gap - width, y + 3.5, tick.label);
  }
  set_colour(canvas, axis_colour);
  cairo_rectangle(canvas, frame.x, frame.y, frame.width, frame.height);
  cairo_stroke(canvas);
}

}  // namespace dsne
