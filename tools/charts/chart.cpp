#include "tools/charts/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "report/canvas.h"
#include "report/lettering.h"
#include "report/text.h"
#include "tools/charts/axes.h"
#include "tools/charts/ticks.h"

namespace dsne::charts {
namespace {

constexpr report::Rectangle chart_frame{72, 66, report::figure_width - 72 - 28, 380};
constexpr double legend_top = chart_frame.y + chart_frame.height + 62;
constexpr double legend_line = 18;
constexpr std::size_t legend_columns = 2;

constexpr report::Font axis_font{10.5};

struct ChartAxes {
  AxisScale x;
  AxisScale y;
};

bool is_drawable(const ChartPoint& point, YAxis axis) {
  const bool share = axis == YAxis::share;
  return std::isfinite(point.x) && point.x >= 0 && point.y >= (share ? 0 : 1e-300) &&
         point.y <= (share ? 1 : 1e300);
}

AxisScale y_scale(double least, double most, YAxis axis) {
  if (axis == YAxis::share) return {0, 1, false, linear_scale(0, 1).ticks};
  return most > 0 ? decade_scale(least, most) : decade_scale(1, 10);
}

ChartAxes axes_of(const LineChart& chart) {
  double right = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const ChartLine& line : chart.lines) {
    for (const ChartPoint& point : line.points) {
      if (!is_drawable(point, chart.y_axis)) continue;
      right = std::max(right, point.x);
      least = std::min(least, point.y);
      most = std::max(most, point.y);
    }
  }
  return {count_scale(right), y_scale(least, most, chart.y_axis)};
}

double across(const ChartAxes& axes, double x) {
  return chart_frame.x + chart_frame.width * axes.x.place(x);
}

void draw_x_axis(cairo_t* canvas, const ChartAxes& axes) {
  const double bottom = chart_frame.y + chart_frame.height;
  for (const Tick& tick : axes.x.ticks) {
    const double x = across(axes, tick.value);
    report::set_colour(canvas, grid_colour);
    stroke_segment(canvas, x, chart_frame.y, x, bottom);
    report::set_colour(canvas, axis_colour);
    stroke_segment(canvas, x, bottom, x, bottom + 4);
    report::draw_text(canvas, tick_font, x - report::text_width(canvas, tick_font, tick.label) / 2,
                      bottom + 16, tick.label);
  }
}

void draw_axes(cairo_t* canvas, const LineChart& chart, const ChartAxes& axes) {
  cairo_set_line_width(canvas, 1);
  draw_x_axis(canvas, axes);
  draw_y_axis(canvas, axes.y, chart_frame);
  const std::string x_title =
      report::fit_text(canvas, axis_font, report::display_text(chart.x_title), chart_frame.width);
  report::draw_text(
      canvas, axis_font,
      chart_frame.x + (chart_frame.width - report::text_width(canvas, axis_font, x_title)) / 2,
      chart_frame.y + chart_frame.height + 36, x_title);
  report::draw_text(
      canvas, axis_font, report::figure_margin, chart_frame.y - 12,
      report::fit_text(canvas, axis_font, report::display_text(chart.y_title), chart_frame.width));
}

void set_style(cairo_t* canvas, const LineStyle& style) {
  report::set_colour(canvas, style.colour);
  cairo_set_line_width(canvas, style.width);
  cairo_set_line_join(canvas, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(canvas, style.dashes.data(), static_cast<int>(style.dashes.size()), 0);
}

void draw_line(cairo_t* canvas, const ChartLine& line, const ChartAxes& axes, YAxis y_axis) {
  cairo_save(canvas);
  set_style(canvas, line.style);
  cairo_new_path(canvas);
  for (const ChartPoint& point : line.points) {
    if (is_drawable(point, y_axis)) {
      cairo_line_to(canvas, across(axes, point.x), down(chart_frame, axes.y, point.y));
    } else {
      cairo_new_sub_path(canvas);
    }
  }
  cairo_stroke(canvas);
  cairo_restore(canvas);
}

std::size_t legend_rows(const LineChart& chart) {
  return (chart.lines.size() + legend_columns - 1) / legend_columns;
}

void draw_legend(cairo_t* canvas, const LineChart& chart) {
  constexpr double column_width =
      (report::figure_width - chart_frame.x - report::figure_margin) / legend_columns;
  constexpr double sample = 38;
  constexpr double gap = 8;
  for (std::size_t i = 0; i < chart.lines.size(); ++i) {
    const ChartLine& line = chart.lines[i];
    const std::size_t column = i / legend_rows(chart);
    const std::size_t row = i % legend_rows(chart);
    const double x = chart_frame.x + column_width * static_cast<double>(column);
    const double y = legend_top + legend_line * static_cast<double>(row);
    cairo_save(canvas);
    set_style(canvas, line.style);
    stroke_segment(canvas, x, y, x + sample, y);
    cairo_restore(canvas);
    report::draw_text(canvas, tick_font, x + sample + gap, y + 3.5,
                      report::fit_text(canvas, tick_font, report::display_text(line.name),
                                       column_width - sample - 3 * gap));
  }
}

void draw(cairo_t* canvas, const LineChart& chart) {
  const ChartAxes axes = axes_of(chart);
  report::draw_title(canvas, chart.title);
  draw_axes(canvas, chart, axes);
  for (const ChartLine& line : chart.lines) {
    draw_line(canvas, line, axes, chart.y_axis);
  }
  draw_legend(canvas, chart);
}

}  // namespace

LineStyle line_style(std::size_t entry) {
  static const std::array<std::vector<double>, 6> dashes{
      {{}, {9, 4}, {2, 2.5}, {9, 3, 2, 3}, {5, 3}, {12, 3, 2, 3, 2, 3}}};
  return {report::mark_style(entry).colour, dashes.at(entry % dashes.size()), 2};
}

LineStyle comparison_style() { return {{0, 0, 0}, {11, 6}, 2}; }

report::Picture chart_picture(const LineChart& chart) {
  const double height = legend_top + legend_line * static_cast<double>(legend_rows(chart)) +
                        report::figure_margin / 2;
  return {report::figure_width, height, [chart](cairo_t* canvas) { draw(canvas, chart); }};
}

}  // namespace dsne::charts
