#include "tools/charts/map_gallery.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "report/canvas.h"
#include "report/colouring.h"
#include "report/legend.h"
#include "report/lettering.h"
#include "report/natural_order.h"
#include "report/panel.h"
#include "report/text.h"

namespace dsne::charts {
namespace {

constexpr double gallery_column_gap = 14;
constexpr double gallery_row_gap = 8;
constexpr double gallery_heading_height = 22;
constexpr double gallery_legend_gap = 24;
constexpr std::size_t most_legend_rows = 17;
constexpr double gallery_inner_width = report::figure_width - 2 * report::figure_margin;

/// A legend of the whole figure.
struct CommonLegend {
  std::string heading;
  std::vector<report::Group> groups;
  report::LegendLayout layout;
  double x = 0;
};

struct GalleryFigure {
  MapGallery gallery;
  std::vector<report::Colouring> colourings;  ///< one per cell
  std::vector<CommonLegend> legends;
  double side = 0;  ///< of a panel
  double legends_y = 0;
  double height = 0;
};

std::vector<std::string> site_names(const std::vector<GalleryCell>& cells) {
  std::set<std::string, decltype(&report::natural_less)> names(&report::natural_less);
  for (const GalleryCell& cell : cells) {
    names.insert(cell.map.site_names.begin(), cell.map.site_names.end());
  }
  return {names.begin(), names.end()};
}

/// All maps as one, in the order of the cells: what tells which point has which colour. Its places
/// are only to be counted.
report::Map joined(const std::vector<GalleryCell>& cells) {
  report::Map all;
  all.site_names = site_names(cells);
  for (const auto& [heading, map, colour_by] : cells) {
    for (const std::size_t site : map.sites) {
      const auto name = std::lower_bound(all.site_names.begin(), all.site_names.end(),
                                         map.site_names.at(site), report::natural_less);
      all.sites.push_back(static_cast<std::size_t>(name - all.site_names.begin()));
    }
    all.labels.insert(all.labels.end(), map.labels.begin(), map.labels.end());
  }
  all.places = Matrix::Zero(static_cast<Eigen::Index>(all.sites.size()), 2);
  return all;
}

report::Colouring unlabelled(const report::Map& map) {
  const std::size_t points = map.sites.size();
  return {"By label",
          {{"no label", {report::Shape::circle, report::background_grey}, true, points}},
          std::vector<std::size_t>(points, 0)};
}

report::Colouring coloured(const report::Map& map, ColourBy colour_by) {
  if (colour_by == ColourBy::site) return report::by_site(map);
  return report::by_label(map).value_or(unlabelled(map));
}

std::vector<GalleryCell> cells_by(const MapGallery& gallery, ColourBy colour_by) {
  std::vector<GalleryCell> cells;
  for (const GalleryCell& cell : gallery.cells) {
    if (cell.colour_by == colour_by) cells.push_back(cell);
  }
  return cells;
}

/// Colours the cells of one kind in common.
void colour_cells(GalleryFigure& figure, ColourBy colour_by) {
  const std::vector<GalleryCell> cells = cells_by(figure.gallery, colour_by);
  if (cells.empty()) return;
  const report::Colouring common = coloured(joined(cells), colour_by);
  auto group = common.group_of_point.begin();
  for (std::size_t i = 0; i < figure.gallery.cells.size(); ++i) {
    const GalleryCell& cell = figure.gallery.cells[i];
    if (cell.colour_by != colour_by) continue;
    const auto end = group + static_cast<std::ptrdiff_t>(cell.map.sites.size());
    figure.colourings[i] = {common.heading, common.groups, {group, end}};
    group = end;
  }
  figure.legends.push_back({common.heading, common.groups, {}, 0});
}

double cell_x(const GalleryFigure& figure, std::size_t cell) {
  const auto column = static_cast<double>(cell % figure.gallery.columns);
  return report::figure_margin + column * (figure.side + gallery_column_gap);
}

double row_y(const GalleryFigure& figure, std::size_t row) {
  return report::title_height +
         static_cast<double>(row) * (gallery_heading_height + figure.side + gallery_row_gap);
}

void lay_out_legends(cairo_t* canvas, GalleryFigure& figure) {
  const auto count = static_cast<double>(figure.legends.size());
  const double width = (gallery_inner_width - (count - 1) * gallery_column_gap) / count;
  double x = report::figure_margin;
  for (CommonLegend& legend : figure.legends) {
    legend.layout = report::lay_out_legend(canvas, legend.groups, width, most_legend_rows,
                                           report::Counts::hidden);
    legend.x = x;
    x += width + gallery_column_gap;
    figure.height =
        std::max(figure.height, figure.legends_y + legend.layout.height + report::figure_margin);
  }
}

GalleryFigure make_figure(const MapGallery& gallery) {
  const report::Surface scratch = report::make_image(CAIRO_FORMAT_A8, 1, 1);
  const report::Canvas canvas = report::make_canvas(scratch.get());
  const auto columns = static_cast<double>(gallery.columns);
  const std::size_t rows = (gallery.cells.size() + gallery.columns - 1) / gallery.columns;
  GalleryFigure figure{gallery, std::vector<report::Colouring>(gallery.cells.size()), {}};
  figure.side = std::floor((gallery_inner_width - (columns - 1) * gallery_column_gap) / columns);
  figure.legends_y = row_y(figure, rows) + gallery_legend_gap;
  figure.height = row_y(figure, rows) + report::figure_margin;
  colour_cells(figure, ColourBy::label);
  colour_cells(figure, ColourBy::site);
  lay_out_legends(canvas.get(), figure);
  return figure;
}

void draw(cairo_t* canvas, const GalleryFigure& figure) {
  report::draw_title(canvas, figure.gallery.title);
  for (std::size_t i = 0; i < figure.gallery.cells.size(); ++i) {
    const GalleryCell& cell = figure.gallery.cells[i];
    const double x = cell_x(figure, i);
    const double y = row_y(figure, i / figure.gallery.columns) + gallery_heading_height;
    report::draw_text(canvas, report::heading_font, x, y - 7,
                      report::fit_text(canvas, report::heading_font,
                                       report::display_text(cell.heading), figure.side));
    report::draw_panel(canvas, cell.map, figure.colourings[i], {0, 1},
                       {x, y, figure.side, figure.side}, report::Marks::flat);
  }
  for (const CommonLegend& legend : figure.legends) {
    report::draw_text(canvas, report::heading_font, legend.x, figure.legends_y - 8, legend.heading);
    report::draw_legend(canvas, legend.groups, legend.layout, legend.x, figure.legends_y);
  }
}

}  // namespace

report::Picture map_gallery_picture(const MapGallery& gallery) {
  GalleryFigure figure = make_figure(gallery);
  const double height = figure.height;
  return {report::figure_width, height,
          [figure = std::move(figure)](cairo_t* canvas) { draw(canvas, figure); }};
}

}  // namespace dsne::charts
