#include "report/legend.h"

#include <algorithm>
#include <string>

#include "report/lettering.h"
#include "report/mark.h"

namespace dsne::report {
namespace {

constexpr Font name_font{9};
constexpr Font count_font{9, false, {0.42, 0.42, 0.45}};
constexpr double line_height = 15;
constexpr double width_of_mark = 15;
constexpr double count_gap = 7;
constexpr double legend_column_gap = 16;

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

void draw_entry(cairo_t* canvas, const Group& group, const LegendLayout& layout, double x,
                double y) {
  constexpr double base_line = 3.2;
  const double room = layout.column_width - width_of_mark - count_width(canvas, group);
  const std::string name = fit_text(canvas, name_font, group.name, room);
  const double name_width = text_width(canvas, name_font, name);
  draw_mark(canvas, group.style, {3.8, 1}, x + 4.5, y);
  draw_text(canvas, name_font, x + width_of_mark, y + base_line, name);
  draw_text(canvas, count_font, x + width_of_mark + name_width + count_gap, y + base_line,
            count_text(group));
}

}  // namespace

LegendLayout lay_out_legend(cairo_t* canvas, const std::vector<Group>& groups, double width,
                            std::size_t max_rows) {
  if (groups.empty()) return {};
  const double widest = widest_entry(canvas, groups, width);
  const auto uncut_columns =
      static_cast<std::size_t>((width + legend_column_gap) / (widest + legend_column_gap));
  const std::size_t columns =
      std::max({uncut_columns, ceil_divide(groups.size(), max_rows), std::size_t{1}});
  const std::size_t rows = ceil_divide(groups.size(), columns);
  const double room =
      (width + legend_column_gap) / static_cast<double>(columns) - legend_column_gap;
  return {rows, std::min(widest, room), static_cast<double>(rows) * line_height};
}

void draw_legend(cairo_t* canvas, const std::vector<Group>& groups, const LegendLayout& layout,
                 double x, double y) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t column = i / layout.rows;
    const std::size_t row = i % layout.rows;
    draw_entry(canvas, groups[i], layout,
               x + static_cast<double>(column) * (layout.column_width + legend_column_gap),
               y + (static_cast<double>(row) + 0.5) * line_height);
  }
}

}  // namespace dsne::report
