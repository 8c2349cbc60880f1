#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/palette.h"
#include "report/picture.h"

namespace dsne::charts {

/// How a line looks.
struct LineStyle {
  report::Colour colour{};
  std::vector<double> dashes;  ///< lengths drawn and left out in turn; empty: solid
  double width = 2;            ///< in units of the figure
};

/// The style of a chart's entry-th line, counted from 0. Neighbouring entries differ in colour (of
/// those that readers with any colour vision can tell apart) and in dashes.
/// @pre entry < distinct_styles
LineStyle line_style(std::size_t entry);

/// The style of a line that is only there for comparison: black, long dashes.
LineStyle comparison_style();

struct ChartPoint {
  double x;
  double y;
};

struct ChartLine {
  std::string name;  ///< the legend's, UTF-8
  std::vector<ChartPoint> points;
  LineStyle style;
};

/// How a chart's y axis goes: over decades, or evenly from 0 to 1.
enum class YAxis { logarithmic, share };

/// A line chart: x counts from 0 on. Points that are not finite, whose x is negative or whose y is
/// not in the axis' range, 1e-300 to 1e300 or 0 to 1, are left out, and the line has a gap there.
/// Later lines are drawn over earlier ones.
struct LineChart {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<ChartLine> lines;
  YAxis y_axis = YAxis::logarithmic;
};

/// The chart with axes, grid and, below, a legend. Draw it with png() or svg().
report::Picture chart_picture(const LineChart& chart);

}  // namespace dsne::charts
