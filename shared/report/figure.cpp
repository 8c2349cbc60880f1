#include "report/figure.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "report/panel.h"

namespace dsne::report {
namespace {

constexpr double heading_height = 24;
constexpr double column_gap = 24;
constexpr double row_gap = 8;
constexpr double inner_width = figure_width - 2 * figure_margin;
constexpr double panel_side = (inner_width - column_gap) / 2;
constexpr double large_side = 520;

constexpr Font name_font{9};
constexpr Font count_font{9, false, {0.42, 0.42, 0.45}};
constexpr double legend_gap = 10;
constexpr double line_height = 15;
constexpr double width_of_mark = 15;
constexpr double count_gap = 7;
constexpr double legend_column_gap = 16;
constexpr std::size_t max_rows_below = 17;
constexpr std::size_t max_rows_beside = 34;

/// The map's axes in a panel, and what its heading adds.
struct Projection {
  Axes axes;
  std::string name;
};

struct PlacedPanel {
  const Colouring& colouring;
  Projection view;
  Rectangle frame;
};

/// A legend's entries are in columns, each filled from top to bottom.
struct PlacedLegend {
  const std::vector<Group>& groups;
  std::size_t rows;
  double column_width;
  double x;
  double y;
};

/// The positions of all parts of a figure, in units of the figure.
struct Layout {
  std::vector<PlacedPanel> panels;
  std::vector<PlacedLegend> legends;
  double height = 0;
};

std::vector<Colouring> colourings_of(const Embedding& embedding) {
  std::vector<Colouring> colourings{by_site(embedding)};
  if (std::optional<Colouring> labelled = by_label(embedding)) {
    colourings.push_back(std::move(*labelled));
  }
  return colourings;
}

std::vector<Projection> projections(Eigen::Index dimensions) {
  if (dimensions < 3) return {{{0, 1}, ""}};
  return {{{0, 1}, ", first and second axis"}, {{0, 2}, ", first and third axis"}};
}

std::size_t ceil_divide(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

double count_width(cairo_t* canvas, const Group& group) {
  return count_gap + text_width(canvas, count_font, count_text(group));
}

double widest_entry(cairo_t* canvas, const std::vector<Group>& groups, double limit) {
  double widest = 0;
  for (const Group& group : groups) {
    const double counted = width_of_mark + count_width(canvas, group);
    const std::string name = fit_text(canvas, name_font, group.name, limit - counted);
    widest = std::max(widest, counted + text_width(canvas, name_font, name));
  }
  return widest;
}

/// Lays out a legend in as many columns as its names allow. If these have more than `max_rows`
/// rows, uses more columns and cuts names.
void place_legend(Layout& layout, cairo_t* canvas, const std::vector<Group>& groups,
                  const Rectangle& area, std::size_t max_rows) {
  const double widest = widest_entry(canvas, groups, area.width);
  const double width = area.width + legend_column_gap;
  const auto uncut_columns = static_cast<std::size_t>(width / (widest + legend_column_gap));
  const std::size_t columns =
      std::max({uncut_columns, ceil_divide(groups.size(), max_rows), std::size_t{1}});
  const std::size_t rows = ceil_divide(groups.size(), columns);
  const double room = width / static_cast<double>(columns) - legend_column_gap;
  layout.legends.push_back({groups, rows, std::min(widest, room), area.x, area.y});
  layout.height =
      std::max(layout.height, area.y + static_cast<double>(rows) * line_height + figure_margin);
}

/// Lays out the panels of a map. Two colourings have a column each, with the legend below. One
/// colouring has a large panel with the legend beside it or, in three dimensions, two panels with
/// the legend below.
/// @param canvas measures the text; nothing is drawn
Layout lay_out(cairo_t* canvas, const std::vector<Colouring>& colourings, Eigen::Index dimensions) {
  const std::vector<Projection> views = projections(dimensions);
  const bool has_columns = colourings.size() > 1;
  const bool is_large = !has_columns && views.size() == 1;
  const double side = is_large ? large_side : panel_side;
  Layout layout;
  for (std::size_t c = 0; c < colourings.size(); ++c) {
    Rectangle frame{};
    for (std::size_t v = 0; v < views.size(); ++v) {
      const auto column = static_cast<double>(has_columns ? c : v);
      const auto row = static_cast<double>(has_columns ? v : 0);
      frame = {figure_margin + column * (panel_side + column_gap),
               title_height + heading_height + row * (panel_side + row_gap + heading_height), side,
               side};
      layout.panels.push_back({colourings[c], views[v], frame});
    }
    const double beside = frame.x + side + column_gap;
    const double below = frame.y + side + legend_gap;
    layout.height = std::max(layout.height, frame.y + side + figure_margin);
    if (is_large) {
      place_legend(layout, canvas, colourings[c].groups,
                   {beside, frame.y, figure_width - figure_margin - beside, 0}, max_rows_beside);
    } else {
      place_legend(
          layout, canvas, colourings[c].groups,
          {has_columns ? frame.x : figure_margin, below, has_columns ? panel_side : inner_width, 0},
          max_rows_below);
    }
  }
  return layout;
}

/// Draws a legend's entry: its mark, name and number of points.
void draw_entry(cairo_t* canvas, const Group& group, double width, double x, double y) {
  constexpr double base_line = 3.2;
  const double room = width - width_of_mark - count_width(canvas, group);
  const std::string name = fit_text(canvas, name_font, group.name, room);
  const double name_width = text_width(canvas, name_font, name);
  draw_mark(canvas, group.style, {3.8, 1}, x + 4.5, y);
  draw_text(canvas, name_font, x + width_of_mark, y + base_line, name);
  draw_text(canvas, count_font, x + width_of_mark + name_width + count_gap, y + base_line,
            count_text(group));
}

void draw(cairo_t* canvas, const Embedding& embedding, const Layout& layout) {
  for (const PlacedPanel& panel : layout.panels) {
    draw_text(canvas, heading_font, panel.frame.x, panel.frame.y - 8,
              panel.colouring.heading + panel.view.name);
    draw_panel(canvas, embedding, panel.colouring, panel.view.axes, panel.frame);
  }
  for (const PlacedLegend& legend : layout.legends) {
    for (std::size_t i = 0; i < legend.groups.size(); ++i) {
      const std::size_t column = i / legend.rows;
      const std::size_t row = i % legend.rows;
      draw_entry(canvas, legend.groups[i], legend.column_width,
                 legend.x + static_cast<double>(column) * (legend.column_width + legend_column_gap),
                 legend.y + (static_cast<double>(row) + 0.5) * line_height);
    }
  }
}

}  // namespace

EmbeddingFigure draw_embedding(const Embedding& embedding, const std::string& title) {
  const Surface scratch = make_image(CAIRO_FORMAT_A8, 1, 1);
  const std::vector<Colouring> colourings = colourings_of(embedding);
  const Layout layout =
      lay_out(make_canvas(scratch.get()).get(), colourings, embedding.coordinates.cols());
  const Picture picture{figure_width, layout.height, [&](cairo_t* canvas) {
                          draw_title(canvas, title);
                          draw(canvas, embedding, layout);
                        }};
  return {png(picture), svg(picture)};
}

Files files_of(const EmbeddingFigure& figure) {
  return {{"embedding.png", figure.png, "the PNG figure"},
          {"embedding.svg", figure.svg, "the SVG figure"}};
}

}  // namespace dsne::report
