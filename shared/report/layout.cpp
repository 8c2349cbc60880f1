#include "report/layout.h"

#include <algorithm>

#include "report/lettering.h"

namespace dsne::report {
namespace {

constexpr double heading_height = 24;
constexpr double column_gap = 24;
constexpr double row_gap = 8;
constexpr double legend_gap = 10;
constexpr double inner_width = figure_width - 2 * figure_margin;
constexpr double panel_side = (inner_width - column_gap) / 2;
constexpr double large_side = 520;
constexpr std::size_t max_rows_below = 17;
constexpr std::size_t max_rows_beside = 34;

double column_x(std::size_t column) {
  return figure_margin + static_cast<double>(column) * (panel_side + column_gap);
}

double row_y(std::size_t row) {
  return title_height + heading_height +
         static_cast<double>(row) * (panel_side + row_gap + heading_height);
}

struct Projection {
  Axes axes;
  std::string name;
};

std::vector<Projection> projections(Eigen::Index dimensions) {
  if (dimensions < 3) return {{{0, 1}, ""}};
  return {{{0, 1}, ", first and second axis"}, {{0, 2}, ", first and third axis"}};
}

void place_legend(Layout& layout, cairo_t* canvas, const std::vector<Colouring>& colourings,
                  std::size_t colouring, const Rectangle& area, std::size_t max_rows) {
  const LegendLayout legend =
      lay_out_legend(canvas, colourings[colouring].groups, area.width, max_rows);
  layout.legends.push_back({colouring, legend, area.x, area.y});
  layout.height = std::max(layout.height, area.y + legend.height + figure_margin);
}

/// A column of panels for each colouring.
Layout columns(cairo_t* canvas, const std::vector<Colouring>& colourings,
               const std::vector<Projection>& views) {
  Layout layout;
  const double legend_y = row_y(views.size() - 1) + panel_side + legend_gap;
  for (std::size_t c = 0; c < colourings.size(); ++c) {
    for (std::size_t row = 0; row < views.size(); ++row) {
      layout.panels.push_back({c,
                               views[row].axes,
                               colourings[c].heading + views[row].name,
                               {column_x(c), row_y(row), panel_side, panel_side}});
    }
    place_legend(layout, canvas, colourings, c, {column_x(c), legend_y, panel_side, 0},
                 max_rows_below);
  }
  return layout;
}

/// A row of panels for one colouring in three dimensions.
Layout row(cairo_t* canvas, const std::vector<Colouring>& colourings,
           const std::vector<Projection>& views) {
  Layout layout;
  for (std::size_t column = 0; column < views.size(); ++column) {
    layout.panels.push_back({0,
                             views[column].axes,
                             colourings[0].heading + views[column].name,
                             {column_x(column), row_y(0), panel_side, panel_side}});
  }
  const double legend_y = row_y(0) + panel_side + legend_gap;
  place_legend(layout, canvas, colourings, 0, {figure_margin, legend_y, inner_width, 0},
               max_rows_below);
  return layout;
}

/// One large panel, its legend beside it.
Layout single(cairo_t* canvas, const std::vector<Colouring>& colourings, const Projection& view) {
  Layout layout;
  const Rectangle frame{figure_margin, row_y(0), large_side, large_side};
  layout.panels.push_back({0, view.axes, colourings[0].heading, frame});
  layout.height = frame.y + frame.height + figure_margin;
  const double x = frame.x + frame.width + column_gap;
  place_legend(layout, canvas, colourings, 0, {x, frame.y, figure_width - figure_margin - x, 0},
               max_rows_beside);
  return layout;
}

}  // namespace

Layout lay_out(cairo_t* canvas, const std::vector<Colouring>& colourings, Eigen::Index dimensions) {
  const std::vector<Projection> views = projections(dimensions);
  if (colourings.size() > 1) return columns(canvas, colourings, views);
  if (views.size() > 1) return row(canvas, colourings, views);
  return single(canvas, colourings, views.front());
}

}  // namespace dsne::report
