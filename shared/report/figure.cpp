#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "data/csv.h"
#include "report/drawing.h"
#include "report/figures.h"

namespace dsne::report {
namespace {

/// The map's horizontal and vertical axis in a panel.
using Axes = std::array<Eigen::Index, 2>;

constexpr double padding = 9;
/// In a panel smaller than this, marks are smaller too.
constexpr double full_side = 370;
/// With more points, a panel's marks are one image: a path for each would make the SVG too large.
constexpr std::size_t max_paths = 2000;

constexpr double heading_height = 24;
constexpr double column_gap = 24;
constexpr double row_gap = 8;
constexpr double inner_width = figure_width - 2 * figure_margin;
constexpr double panel_side = (inner_width - column_gap) / 2;
constexpr double large_side = 520;

constexpr Font name_font{9};
constexpr Font count_font{9, false, {0.42, 0.42, 0.45}};
constexpr Font key_font{8.5, false, {0.35, 0.35, 0.38}};
constexpr double key_height = 13;
constexpr double legend_gap = 10;
constexpr double line_height = 15;
constexpr double width_of_mark = 15;
constexpr double count_gap = 7;
constexpr double legend_column_gap = 16;
constexpr std::size_t max_rows_below = 17;
constexpr std::size_t max_rows_beside = 34;

/// A map's points in a frame, both axes on one scale.
struct Panel {
  const Colouring& colouring;
  Axes axes;
  std::string heading;
  Rectangle frame;  ///< a square
};

/// A legend's entries are in columns, each filled from top to bottom.
struct Legend {
  const std::vector<Group>& groups;
  std::size_t rows;
  double column_width;
  double x;
  double y;
};

/// The positions of all parts of a figure, in units of the figure.
struct Layout {
  std::vector<Panel> panels;
  std::vector<Legend> legends;
  std::vector<std::string> key;  ///< says what rings and large marks are
  Rectangle key_area{};
  Rectangle names{};  ///< the list of the named points
  std::size_t name_columns = 1;
  double height = 0;
};

/// A fixed shuffle: multiplying by an odd constant permutes the 64-bit numbers.
std::uint64_t shuffled(std::size_t point) { return point * 0x9E3779B97F4A7C15ULL; }

/// Returns the points in the order of painting: the background first, then points that stand for
/// several subjects, then the others, in an order that mixes the groups, so that none covers
/// another because of its order in the data.
std::vector<std::size_t> points_in_order(const Scene& scene, const Colouring& colouring) {
  const auto depth = [&](std::size_t point) {
    if (colouring.groups[colouring.group_of_point[point]].behind) return 0;
    return !scene.map.subjects.empty() && scene.map.subjects[point] > 1 ? 1 : 2;
  };
  std::vector<std::size_t> points(scene.map.sites.size());
  std::iota(points.begin(), points.end(), std::size_t{0});
  std::ranges::sort(points, {},
                    [&](std::size_t point) { return std::pair(depth(point), shuffled(point)); });
  return points;
}

/// The marks' sizes and positions in a panel, a square whose corner is the origin.
class Marks {
 public:
  Marks(const Scene& scene, const Panel& panel)
      : scene_(scene), panel_(panel), size_(mark_size(scene.map.sites.size())) {
    size_.radius *= std::min(1.0, std::sqrt(panel.frame.width / full_side));
    const double widest = scene.widths.empty() ? 1 : std::ranges::max(scene.widths);
    border_ = std::max(padding, size_.radius * widest + 2);
    scale_ = (panel.frame.width - 2 * border_) / scene_side;
  }

  void draw(cairo_t* canvas) const {
    for (const std::size_t point : points_in_order(scene_, panel_.colouring)) {
      const auto [x, y] = position_of(point);
      const bool is_several = !scene_.map.subjects.empty() && scene_.map.subjects[point] > 1;
      const auto paint = is_several ? draw_several : draw_mark;
      paint(canvas, group_of(point).style, size_of(point), x, y);
    }
  }

  /// Returns the ring around a point's mark.
  Ring ring_around(std::size_t point) const {
    constexpr double gap = 2.5;
    const auto [x, y] = position_of(point);
    return {x, y, size_of(point).radius + gap};
  }

 private:
  const Group& group_of(std::size_t point) const {
    return panel_.colouring.groups[panel_.colouring.group_of_point[point]];
  }

  MarkSize size_of(std::size_t point) const {
    constexpr double size_behind = 0.7;
    MarkSize own = size_;
    if (group_of(point).behind) own.radius *= size_behind;
    if (!scene_.widths.empty()) own.radius *= scene_.widths[point];
    return own;
  }

  std::array<double, 2> position_of(std::size_t point) const {
    const auto place = scene_.map.coordinates.row(static_cast<Eigen::Index>(point));
    return {border_ + scale_ * place(panel_.axes[0]),
            panel_.frame.width - border_ - scale_ * place(panel_.axes[1])};
  }

  const Scene& scene_;
  const Panel& panel_;
  MarkSize size_;
  double border_ = 0;
  double scale_ = 0;
};

void draw_panel(cairo_t* canvas, const Scene& scene, const Panel& panel,
                const std::vector<NamedPoint>& named) {
  const auto& [x, y, width, height] = panel.frame;
  draw_text(canvas, heading_font, x, y - 8, panel.heading);
  const Marks marks(scene, panel);
  const Picture picture{width, height, [&](cairo_t* square) { marks.draw(square); }};
  cairo_save(canvas);
  cairo_translate(canvas, x, y);
  if (scene.map.sites.size() <= max_paths) {
    picture.draw(canvas);
  } else {
    cairo_set_source_surface(canvas, image_of(picture).get(), 0, 0);
    cairo_paint(canvas);
  }
  std::vector<Ring> rings;
  rings.reserve(named.size());
  for (const NamedPoint& each : named) rings.push_back(marks.ring_around(each.point));
  draw_rings(canvas, rings, width);
  cairo_restore(canvas);
  draw_frame(canvas, panel.frame);
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

/// Returns what the marks are, a line each.
std::vector<std::string> key_of(const Scene& scene, std::size_t names) {
  std::vector<double> sizes;
  std::ranges::copy_if(scene.map.subjects, std::back_inserter(sizes),
                       [](double subjects) { return subjects > 1; });
  std::vector<std::string> key;
  if (!sizes.empty()) {
    const auto [least, most] = std::ranges::minmax(sizes);
    key.push_back("Pale discs: groups of " + data::number_text(least) +
                  (least == most ? "" : " to " + data::number_text(most)) + " subjects each");
    if (sizes.size() < scene.map.subjects.size()) key.emplace_back("Dots: one subject each");
  }
  if (names > 0) key.emplace_back("Ringed: listed ones, the first to look at first");
  return key;
}

/// Lays out the key and the list of names: below the legend of a large panel, else at the bottom.
void place_below(Layout& layout, std::size_t names, bool is_large) {
  const Legend& legend = layout.legends.back();
  layout.name_columns = is_large ? 1 : 3;
  const double x = is_large ? legend.x : figure_margin;
  const double y = is_large ? legend.y + static_cast<double>(legend.rows) * line_height + legend_gap
                            : layout.height;
  const double width = figure_width - figure_margin - x;
  const double key_end = static_cast<double>(layout.key.size()) * key_height;
  const double names_start = key_end + (layout.key.empty() ? 0 : legend_gap);
  const double names_end = names_start + names_height(names, layout.name_columns);
  layout.key_area = {x, y, width, key_end};
  layout.names = {x, y + names_start, width, names_end - names_start};
  const double end = names > 0 ? names_end : key_end;
  if (end > 0) layout.height = std::max(layout.height, y + end + figure_margin);
}

/// Lays out the panels of a map. Two colourings have a column each, with the legend below. One
/// colouring has a large panel with the legend beside it or, in three dimensions, two panels with
/// the legend below.
/// @param canvas measures the text; nothing is drawn
Layout lay_out(cairo_t* canvas, const Scene& scene, std::size_t names) {
  const std::vector<Colouring>& colourings = scene.colourings;
  const Eigen::Index dimensions = scene.map.coordinates.cols();
  const bool is_flat = dimensions < 3;
  const std::vector<Axes> views =
      is_flat ? std::vector<Axes>{{0, 1}} : std::vector<Axes>{{0, 1}, {0, 2}};
  const bool has_columns = colourings.size() > 1;
  const bool is_large = !has_columns && is_flat;
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
      const char* const axes = is_flat  ? ""
                               : v == 0 ? ", first and second axis"
                                        : ", first and third axis";
      layout.panels.push_back({colourings[c], views[v], colourings[c].heading + axes, frame});
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
  layout.key = key_of(scene, names);
  place_below(layout, names, is_large);
  return layout;
}

/// Draws a legend's entry: its mark, name and number of points.
void draw_entry(cairo_t* canvas, const Group& group, double width, double x, double y) {
  constexpr double base_line = 3.2;
  const double room = width - width_of_mark - count_width(canvas, group);
  const std::string name = fit_text(canvas, name_font, group.name, room);
  const double name_width = text_width(canvas, name_font, name);
  const bool are_groups = group.several > 0 && group.several == group.points;
  const auto paint = are_groups ? draw_several : draw_mark;
  paint(canvas, group.style, {3.8, 1}, x + 4.5, y);
  draw_text(canvas, name_font, x + width_of_mark, y + base_line, name);
  draw_text(canvas, count_font, x + width_of_mark + name_width + count_gap, y + base_line,
            count_text(group));
}

void draw_legend(cairo_t* canvas, const Legend& legend) {
  for (std::size_t i = 0; i < legend.groups.size(); ++i) {
    const std::size_t column = i / legend.rows;
    const std::size_t row = i % legend.rows;
    draw_entry(canvas, legend.groups[i], legend.column_width,
               legend.x + static_cast<double>(column) * (legend.column_width + legend_column_gap),
               legend.y + (static_cast<double>(row) + 0.5) * line_height);
  }
}

void draw_key(cairo_t* canvas, const Layout& layout) {
  double y = layout.key_area.y;
  for (const std::string& line : layout.key) {
    y += key_height;
    draw_text(canvas, key_font, layout.key_area.x, y - 3.5,
              fit_text(canvas, key_font, line, layout.key_area.width));
  }
}

}  // namespace

EmbeddingFigure draw_scene(const Scene& scene, const std::string& title,
                           const std::vector<NamedPoint>& named) {
  const Surface scratch = make_image(CAIRO_FORMAT_A8, 1, 1);
  const Layout layout = lay_out(make_canvas(scratch.get()).get(), scene, named.size());
  const Picture picture{figure_width, layout.height, [&](cairo_t* canvas) {
                          draw_title(canvas, title);
                          for (const Panel& panel : layout.panels)
                            draw_panel(canvas, scene, panel, named);
                          for (const Legend& legend : layout.legends) draw_legend(canvas, legend);
                          draw_key(canvas, layout);
                          draw_names(canvas, named, layout.names, layout.name_columns);
                        }};
  return {png(picture), svg(picture)};
}

}  // namespace dsne::report
