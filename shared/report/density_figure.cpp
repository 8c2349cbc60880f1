#include <algorithm>
#include <array>
#include <cmath>

#include "data/csv.h"
#include "report/drawing.h"
#include "report/figures.h"
#include "report/mark.h"
#include "report/text.h"

namespace dsne::report {
namespace {

using Eigen::Index;

constexpr std::size_t panel_columns = 4;
constexpr double panel_gap = 14;
constexpr double panel_heading_height = 24;
constexpr double panel_padding = 4;
constexpr double density_side =
    (figure_width - 2 * figure_margin - (panel_columns - 1) * panel_gap) /
    static_cast<double>(panel_columns);
constexpr Colour cell_fill{0.00, 0.45, 0.70};
constexpr Colour apart_colour{0.84, 0.37, 0.00};
constexpr Font apart_font{9, true};

/// Converts from the map to a panel, both axes on one scale.
struct PanelView {
  std::array<double, 2> low;
  double scale;  ///< units of the figure per unit of the map
  Rectangle frame;

  double x(double place) const { return frame.x + panel_padding + (place - low[0]) * scale; }
  double y(double place) const {
    return frame.y + frame.height - panel_padding - (place - low[1]) * scale;
  }
};

Rectangle frame_of(std::size_t panel) {
  const std::size_t whole_rows = panel / panel_columns;
  const auto column = static_cast<double>(panel % panel_columns);
  const auto row = static_cast<double>(whole_rows);
  return {
      figure_margin + column * (density_side + panel_gap),
      title_height + panel_heading_height + row * (density_side + panel_heading_height + panel_gap),
      density_side, density_side};
}

/// Shows the area of all cells.
PanelView view_of(const Scene& scene, const Rectangle& frame) {
  const Scene::Cell& first = scene.cells.front();
  const Scene::Cell& last = scene.cells.back();
  const double longest = std::max(last.right - first.left, last.high - first.low);
  return {{first.left, first.low}, (density_side - 2 * panel_padding) / longest, frame};
}

void add_cell(cairo_t* canvas, const Scene::Cell& cell, const PanelView& view) {
  cairo_rectangle(canvas, view.x(cell.left), view.y(cell.high),
                  (cell.right - cell.left) * view.scale, (cell.high - cell.low) * view.scale);
}

void draw_reference(cairo_t* canvas, const Scene& scene, const PanelView& view) {
  const Colouring& by_site = scene.colourings.front();
  for (std::size_t i = 0; i < scene.map.sites.size(); ++i) {
    if (!by_site.groups[by_site.group_of_point[i]].behind) continue;
    const auto place = scene.map.coordinates.row(static_cast<Index>(i));
    draw_mark(canvas, {Shape::circle, background_grey}, {0.8, 1}, view.x(place(0)),
              view.y(place(1)));
  }
}

std::string whole(double number) { return std::to_string(std::lround(number)); }

void draw_apart(cairo_t* canvas, const Scene::Cell& cell, double count, const PanelView& view) {
  add_cell(canvas, cell, view);
  set_colour(canvas, apart_colour);
  cairo_set_line_width(canvas, 2);
  cairo_stroke(canvas);
  draw_text(canvas, apart_font, view.x(cell.left) + 3, view.y(cell.high) + 10, whole(count));
}

void draw_site(cairo_t* canvas, const Scene& scene, std::size_t site) {
  const Scene::Layer& layer = scene.layers[site];
  const PanelView view = view_of(scene, frame_of(site));
  const std::string heading = display_text(layer.site) + " (" + std::to_string(layer.points) + ')';
  draw_text(canvas, heading_font, view.frame.x, view.frame.y - 7,
            fit_text(canvas, heading_font, heading, density_side));
  draw_reference(canvas, scene, view);
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    add_cell(canvas, scene.cells[i], view);
    set_colour(canvas, cell_fill, layer.opacity[i]);
    cairo_fill(canvas);
  }
  draw_frame(canvas, view.frame);
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    if (layer.counts[i].apart) draw_apart(canvas, scene.cells[i], layer.counts[i].count, view);
  }
}

}  // namespace

Picture density_picture(const Scene& scene, const std::string& title) {
  const std::size_t sites = scene.layers.size();
  const Rectangle last = frame_of(sites == 0 ? 0 : sites - 1);
  return {figure_width, last.y + last.height + figure_margin, [&scene, title](cairo_t* canvas) {
            draw_title(canvas, title);
            for (std::size_t site = 0; site < scene.layers.size(); ++site) {
              draw_site(canvas, scene, site);
            }
          }};
}

std::string density_csv(const DensityReport& report) {
  std::string text =
      "site,column,row,x_low,x_high,y_low,y_high,count,count_low,count_high,expected,p_value,"
      "apart\n";
  const quality::MapGrid& grid = report.densities.grid;
  for (std::size_t site = 0; site < report.estimates.size(); ++site) {
    for (std::size_t i = 0; i < report.estimates[site].size(); ++i) {
      const quality::CellEstimate& each = report.estimates[site][i];
      const auto cell = static_cast<Index>(i);
      const Eigen::Array2d low = grid.low(cell);
      const Eigen::Array2d high = grid.high(cell);
      std::vector<std::string> cells = {report.densities.sites[site].site,
                                        std::to_string(cell % grid.side()),
                                        std::to_string(cell / grid.side())};
      for (const double number : {low(0), high(0), low(1), high(1), each.count, each.low, each.high,
                                  each.expected, each.p_value}) {
        cells.push_back(data::number_text(number));
      }
      cells.emplace_back(each.apart ? "true" : "false");
      text += data::spreadsheet_line(cells) + "\n";
    }
  }
  return text;
}

}  // namespace dsne::report
