#include "tools/charts/box_plot.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "report/canvas.h"
#include "report/lettering.h"
#include "report/palette.h"
#include "report/text.h"
#include "tools/charts/axes.h"
#include "tools/charts/box_summary.h"
#include "tools/charts/ticks.h"

namespace dsne::charts {
namespace {

constexpr double box_column_gap = 18;
constexpr double box_row_gap = 14;
constexpr double head_height = 34;
constexpr double frame_height = 176;
constexpr double group_gap = 0.6;  // in slots
constexpr double least_slot = 14;
constexpr double widest_box = 56;
constexpr double longest_name = 120;
constexpr double upright_names_height = 18;
constexpr double group_height = 15;
constexpr double slant = std::numbers::pi / 3;
constexpr std::size_t most_columns = 3;
constexpr std::size_t most_dots = 12;

constexpr report::Font note_font{9, false, {0.42, 0.42, 0.45}};
constexpr report::Font box_name_font{9};
constexpr report::Font group_font{9, true};

using ColourOfName = std::map<std::string, report::Colour>;

/// What all panels have in common, in units of the figure.
struct BoxLayout {
  std::size_t columns = 1;
  double cell_width = 0;
  double indent = 0;  ///< from a panel's left end to its frame
  bool slanted = false;
  double names_height = 0;
  bool grouped = false;

  double frame_width() const { return cell_width - indent; }
  double cell_height() const {
    return head_height + frame_height + names_height + (grouped ? group_height : 0) + box_row_gap;
  }
};

/// Where a panel's boxes stand.
struct Slots {
  double width = 0;
  std::vector<double> middles;  ///< from the frame's left end
};

std::vector<double> shown_values(const Box& box) {
  std::vector<double> values;
  for (const double value : box.values) {
    if (std::abs(value) <= 1e300) values.push_back(value);
  }
  return values;
}

AxisScale scale_of(const BoxPanel& panel) {
  std::vector<double> values;
  for (const Box& box : panel.boxes) {
    const std::vector<double> shown = shown_values(box);
    values.insert(values.end(), shown.begin(), shown.end());
  }
  if (values.empty()) return {0, 1, false, {}};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return linear_scale(*least, *most);
}

/// A panel's boxes and the gaps between its groups, in slots.
double slot_count(const BoxPanel& panel) {
  double slots = panel.boxes.empty() ? 1 : 0;
  for (std::size_t i = 0; i < panel.boxes.size(); ++i) {
    const bool new_group = i > 0 && panel.boxes[i].group != panel.boxes[i - 1].group;
    slots += new_group ? 1 + group_gap : 1;
  }
  return slots;
}

Slots slots_of(const BoxPanel& panel, double frame_width) {
  Slots slots{frame_width / slot_count(panel), {}};
  double x = slots.width / 2;
  for (std::size_t i = 0; i < panel.boxes.size(); ++i) {
    if (i > 0) {
      x += slots.width;
      if (panel.boxes[i].group != panel.boxes[i - 1].group) x += slots.width * group_gap;
    }
    slots.middles.push_back(x);
  }
  return slots;
}

double column_width(std::size_t columns) {
  const auto count = static_cast<double>(columns);
  return (report::figure_width - 2 * report::figure_margin - (count - 1) * box_column_gap) / count;
}

/// As many columns as fill all rows about evenly, and leave every box its room.
std::size_t column_count(const BoxPlot& plot, double indent) {
  double slots = 1;
  for (const BoxPanel& panel : plot.panels) slots = std::max(slots, slot_count(panel));
  std::size_t columns = most_columns;
  while (columns > 1 && (column_width(columns) - indent) / slots < least_slot) --columns;
  const std::size_t rows = (plot.panels.size() + columns - 1) / columns;
  return rows == 0 ? 1 : (plot.panels.size() + rows - 1) / rows;
}

std::string shown_name(cairo_t* canvas, const Box& box) {
  return report::fit_text(canvas, box_name_font, report::display_text(box.name), longest_name);
}

double tick_label_width(cairo_t* canvas, const BoxPlot& plot) {
  double widest = 0;
  for (const BoxPanel& panel : plot.panels) {
    for (const Tick& tick : scale_of(panel).ticks) {
      widest = std::max(widest, report::text_width(canvas, tick_font, tick.label));
    }
  }
  return widest;
}

void lay_out_names(cairo_t* canvas, const BoxPlot& plot, BoxLayout& layout) {
  constexpr double gap = 6;
  double widest = 0;
  for (const BoxPanel& panel : plot.panels) {
    const double room = slots_of(panel, layout.frame_width()).width - gap;
    for (const Box& box : panel.boxes) {
      const double width = report::text_width(canvas, box_name_font, shown_name(canvas, box));
      widest = std::max(widest, width);
      layout.slanted = layout.slanted || width > room;
      layout.grouped = layout.grouped || !box.group.empty();
    }
  }
  layout.names_height =
      layout.slanted ? upright_names_height + widest * std::sin(slant) : upright_names_height;
}

BoxLayout lay_out(cairo_t* canvas, const BoxPlot& plot) {
  BoxLayout layout;
  layout.indent = tick_label_width(canvas, plot) + tick_label_gap;
  layout.columns = column_count(plot, layout.indent);
  layout.cell_width = column_width(layout.columns);
  lay_out_names(canvas, plot, layout);
  return layout;
}

ColourOfName colours_of(const BoxPlot& plot) {
  ColourOfName colours;
  for (const BoxPanel& panel : plot.panels) {
    for (const Box& box : panel.boxes) {
      colours.emplace(box.name,
                      report::mark_style(colours.size() % report::distinct_styles).colour);
    }
  }
  return colours;
}

/// Where a box stands in the figure.
struct BoxPlace {
  const report::Rectangle& frame;
  const AxisScale& scale;
  double middle;
  double width;

  double y(double value) const { return down(frame, scale, value); }
};

void trace_circle(cairo_t* canvas, double x, double y, double radius) {
  cairo_new_path(canvas);
  cairo_arc(canvas, x, y, radius, 0, 2 * std::numbers::pi);
}

/// Spread across the box in equal steps, so that equal values do not hide each other.
void draw_dots(cairo_t* canvas, const std::vector<double>& values, const BoxPlace& place) {
  const auto count = static_cast<double>(values.size());
  const double step = 0.7 * place.width / count;
  double x = place.middle - step * (count - 1) / 2;
  report::set_colour(canvas, {0.13, 0.13, 0.15}, 0.8);
  for (const double value : values) {
    trace_circle(canvas, x, place.y(value), 1.7);
    cairo_fill(canvas);
    x += step;
  }
}

void draw_rings(cairo_t* canvas, const std::vector<double>& values, const BoxPlace& place) {
  for (const double value : values) {
    trace_circle(canvas, place.middle, place.y(value), 2.4);
    cairo_stroke(canvas);
  }
}

void draw_whisker(cairo_t* canvas, double quartile, double end, const BoxPlace& place) {
  const double y = place.y(end);
  stroke_segment(canvas, place.middle, place.y(quartile), place.middle, y);
  stroke_segment(canvas, place.middle - place.width / 4, y, place.middle + place.width / 4, y);
}

void draw_quartiles(cairo_t* canvas, const BoxSummary& summary, const report::Colour& colour,
                    const BoxPlace& place) {
  const double left = place.middle - place.width / 2;
  const double top = place.y(summary.high_quartile);
  cairo_rectangle(canvas, left, top, place.width, place.y(summary.low_quartile) - top);
  report::set_colour(canvas, colour, 0.22);
  cairo_fill_preserve(canvas);
  report::set_colour(canvas, colour);
  cairo_set_line_width(canvas, 1.2);
  cairo_stroke(canvas);
  const double median = place.y(summary.median);
  cairo_set_line_width(canvas, 2.4);
  stroke_segment(canvas, left, median, left + place.width, median);
}

void draw_box(cairo_t* canvas, const std::vector<double>& values, const report::Colour& colour,
              const BoxPlace& place) {
  const BoxSummary summary = box_summary(values);
  draw_quartiles(canvas, summary, colour, place);
  cairo_set_line_width(canvas, 1.2);
  draw_whisker(canvas, summary.low_quartile, summary.low_whisker, place);
  draw_whisker(canvas, summary.high_quartile, summary.high_whisker, place);
  if (values.size() <= most_dots) {
    draw_dots(canvas, values, place);
  } else {
    draw_rings(canvas, summary.outliers, place);
  }
}

void draw_centred(cairo_t* canvas, const report::Font& font, double middle, double y,
                  const std::string& text) {
  report::draw_text(canvas, font, middle - report::text_width(canvas, font, text) / 2, y, text);
}

/// A slanted name ends below its box, and does not reach further left than the panel.
void draw_name(cairo_t* canvas, const Box& box, const BoxLayout& layout,
               const report::Rectangle& frame, double middle) {
  const double bottom = frame.y + frame.height;
  const std::string name = shown_name(canvas, box);
  if (!layout.slanted) {
    draw_centred(canvas, box_name_font, middle, bottom + 13, name);
    return;
  }
  const double reach = middle - (frame.x - layout.indent) + box_column_gap / 2;
  const std::string fitting =
      report::fit_text(canvas, box_name_font, name, reach / std::cos(slant));
  cairo_save(canvas);
  cairo_translate(canvas, middle + 4, bottom + 10);
  cairo_rotate(canvas, -slant);
  report::draw_text(canvas, box_name_font, -report::text_width(canvas, box_name_font, fitting), 0,
                    fitting);
  cairo_restore(canvas);
}

void draw_groups(cairo_t* canvas, const BoxPanel& panel, const Slots& slots, double x, double y) {
  for (std::size_t first = 0, last = 0; first < panel.boxes.size(); first = last + 1) {
    const std::string& group = panel.boxes[first].group;
    last = first;
    while (last + 1 < panel.boxes.size() && panel.boxes[last + 1].group == group) ++last;
    const double middle = (slots.middles[first] + slots.middles[last]) / 2;
    const double room = slots.middles[last] - slots.middles[first] + slots.width;
    draw_centred(canvas, group_font, x + middle, y,
                 report::fit_text(canvas, group_font, report::display_text(group), room));
  }
}

void draw_head(cairo_t* canvas, const BoxPanel& panel, const BoxLayout& layout, double x,
               double y) {
  report::draw_text(canvas, report::heading_font, x, y + 12,
                    report::fit_text(canvas, report::heading_font,
                                     report::display_text(panel.title), layout.cell_width));
  report::draw_text(
      canvas, note_font, x, y + 25,
      report::fit_text(canvas, note_font, report::display_text(panel.note), layout.cell_width));
}

void draw_panel(cairo_t* canvas, const BoxPanel& panel, const BoxLayout& layout,
                const ColourOfName& colours, double x, double y) {
  const report::Rectangle frame{x + layout.indent, y + head_height, layout.frame_width(),
                                frame_height};
  const AxisScale scale = scale_of(panel);
  const Slots slots = slots_of(panel, frame.width);
  draw_head(canvas, panel, layout, x, y);
  draw_y_axis(canvas, scale, frame);
  for (std::size_t i = 0; i < panel.boxes.size(); ++i) {
    const Box& box = panel.boxes[i];
    const double middle = frame.x + slots.middles[i];
    const std::vector<double> values = shown_values(box);
    draw_name(canvas, box, layout, frame, middle);
    if (values.empty()) {
      draw_centred(canvas, note_font, middle, frame.y + frame.height / 2, "n/a");
    } else {
      draw_box(canvas, values, colours.at(box.name),
               {frame, scale, middle, std::min(0.62 * slots.width, widest_box)});
    }
  }
  draw_groups(canvas, panel, slots, frame.x,
              frame.y + frame.height + layout.names_height + group_height - 4);
}

void draw(cairo_t* canvas, const BoxPlot& plot, const BoxLayout& layout) {
  const ColourOfName colours = colours_of(plot);
  report::draw_title(canvas, plot.title);
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const std::size_t column = i % layout.columns;
    const std::size_t row = i / layout.columns;
    draw_panel(
        canvas, plot.panels[i], layout, colours,
        report::figure_margin + static_cast<double>(column) * (layout.cell_width + box_column_gap),
        report::title_height + static_cast<double>(row) * layout.cell_height());
  }
}

}  // namespace

report::Picture box_plot_picture(const BoxPlot& plot) {
  const report::Surface scratch = report::make_image(CAIRO_FORMAT_A8, 1, 1);
  const BoxLayout layout = lay_out(report::make_canvas(scratch.get()).get(), plot);
  const std::size_t rows = (plot.panels.size() + layout.columns - 1) / layout.columns;
  return {report::figure_width,
          report::title_height + static_cast<double>(rows) * layout.cell_height(),
          [plot, layout](cairo_t* canvas) { draw(canvas, plot, layout); }};
}

}  // namespace dsne::charts
