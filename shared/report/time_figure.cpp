#include <algorithm>
#include <boost/format.hpp>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "data/names/measure_names.h"
#include "quality/level_changes.h"
#include "quality/robust_units.h"
#include "report/drawing.h"
#include "report/figures.h"
#include "report/mark.h"
#include "report/text.h"
#include "report/words.h"

namespace dsne::report {
namespace {

constexpr const char* time_heading = "Measures over time";
constexpr std::size_t most_strips = 6;
constexpr Eigen::Index most_measures = 1000;    // more are no measures but voxels or connections
constexpr std::size_t most_scanners_named = 8;  // as many colours can be distinguished

constexpr double strip_height = 84;
constexpr double strip_gap = 30;
constexpr double first_strip = title_height + 36;  // below the scanners' names
constexpr Font small_font{8.5};
constexpr Colour change_colour{0.75, 0.1, 0.1};
constexpr Colour scanner_colour{0.35, 0.35, 0.4};

/// A scanner, and when it appears first.
struct Scanner {
  std::string name;
  double first_day = 0;
  Colour colour;
};

/// The dated scans in the order of time.
struct Dated {
  std::vector<double> days;
  std::vector<Colour> colours;    ///< of the scans' scanners
  std::vector<Scanner> scanners;  ///< in the order of their first scans
  Matrix values;
};

/// Returns a scanner's colour, and adds a new one to the scanners.
Colour colour_of(const std::string& name, double day, std::vector<Scanner>& scanners) {
  if (name.empty()) return overflow_grey;
  const auto known = std::ranges::find(scanners, name, &Scanner::name);
  if (known != scanners.end()) return known->colour;
  const bool is_named = scanners.size() < most_scanners_named;
  scanners.push_back({name, day, is_named ? mark_style(scanners.size()).colour : overflow_grey});
  return scanners.back().colour;
}

Dated dated_scans(const data::ScanHistory& history, const std::vector<std::size_t>& rows,
                  const Matrix& values) {
  std::map<std::size_t, std::size_t> place;
  for (std::size_t i = 0; i < history.rows.size(); ++i) place[history.rows[i]] = i;
  std::multimap<double, std::pair<std::size_t, std::size_t>> scans;  // in the history, the values
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = place.find(rows[i]);
    if (found == place.end() || std::isnan(history.days[found->second])) continue;
    scans.insert({history.days[found->second], {found->second, i}});
  }
  Dated dated;
  dated.values.resize(std::ssize(scans), values.cols());
  for (const auto& [day, scan] : scans) {
    dated.values.row(std::ssize(dated.days)) = values.row(static_cast<Eigen::Index>(scan.second));
    dated.days.push_back(day);
    dated.colours.push_back(history.scanners.empty()
                                ? overflow_grey
                                : colour_of(history.scanners[scan.first], day, dated.scanners));
  }
  return dated;
}

/// Where things are in a strip.
struct StripView {
  Rectangle frame{};
  double first_day = 0;
  double days = 1;
  double low = 0;
  double range = 1;

  double x(double day) const { return frame.x + (day - first_day) / days * frame.width; }
  double y(double value) const {
    return frame.y + frame.height * (1 - std::clamp((value - low) / range, 0.0, 1.0));
  }
};

Vector known_of(const Vector& values) {
  std::vector<double> known;
  std::copy_if(values.begin(), values.end(), std::back_inserter(known),
               [](double value) { return !std::isnan(value); });
  return Eigen::Map<const Vector>(known.data(), std::ssize(known));
}

StripView view_of(const Dated& dated, const Vector& values, std::size_t strip) {
  constexpr double edge = 0.01;  // what lies outside is drawn at the strip's edge
  StripView view;
  view.frame = {figure_margin,
                first_strip + static_cast<double>(strip) * (strip_height + strip_gap),
                figure_width - 2 * figure_margin, strip_height};
  view.first_day = dated.days.front();
  view.days = std::max(dated.days.back() - dated.days.front(), 1e-3);
  const Vector known = known_of(values);
  view.low = quality::quantile_of(known, edge);
  view.range = quality::quantile_of(known, 1 - edge) - view.low;
  if (!(view.range > 0)) {
    view.low -= 0.5;
    view.range = 1;
  }
  return view;
}

void draw_line(cairo_t* canvas, const Colour& colour, double width, double x1, double y1, double x2,
               double y2) {
  set_colour(canvas, colour);
  cairo_set_line_width(canvas, width);
  cairo_move_to(canvas, x1, y1);
  cairo_line_to(canvas, x2, y2);
  cairo_stroke(canvas);
}

void draw_scans(cairo_t* canvas, const Dated& dated, const Vector& values, const StripView& view) {
  constexpr MarkSize size{1.8, 0.75};
  for (std::size_t i = 0; i < dated.days.size(); ++i) {
    const double value = values(static_cast<Eigen::Index>(i));
    if (std::isnan(value)) continue;
    draw_mark(canvas, {Shape::circle, dated.colours[i]}, size, view.x(dated.days[i]),
              view.y(value));
  }
}

/// Each level's median, and a line where it changes.
void draw_levels(cairo_t* canvas, const Dated& dated, const Vector& values,
                 const quality::MeasureOverTime& measure, const StripView& view) {
  std::size_t begin = 0;
  for (std::size_t level = 0; level <= measure.changes.size(); ++level) {
    const bool last = level == measure.changes.size();
    const std::size_t end = last ? dated.days.size() : measure.changes[level].first;
    const Vector known = known_of(
        values.segment(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin)));
    const double right = view.x(last ? dated.days.back() : dated.days[end]);
    const double middle = view.y(quality::median(known));
    draw_line(canvas, change_colour, 1.2, view.x(dated.days[begin]), middle, right, middle);
    if (!last) {
      draw_line(canvas, change_colour, 1.6, right, view.frame.y, right,
                view.frame.y + view.frame.height);
    }
    begin = end;
  }
}

void draw_scanners(cairo_t* canvas, const std::vector<Scanner>& scanners, const StripView& view,
                   bool named) {
  constexpr double dash = 3;
  for (std::size_t i = 0; i < std::min(scanners.size(), most_scanners_named); ++i) {
    const double x = view.x(scanners[i].first_day);
    cairo_set_dash(canvas, &dash, 1, 0);
    if (i > 0) {
      draw_line(canvas, scanner_colour, 1, x, view.frame.y, x, view.frame.y + view.frame.height);
    }
    cairo_set_dash(canvas, nullptr, 0, 0);
    if (!named) continue;
    Font font = small_font;
    font.colour = scanners[i].colour;
    constexpr double longest = 110;
    const std::string text = fit_text(canvas, font, display_text(scanners[i].name), longest);
    draw_text(canvas, font,
              std::min(x, figure_width - figure_margin - text_width(canvas, font, text)),
              view.frame.y - 22, text);
  }
}

void draw_strip(cairo_t* canvas, const Dated& dated, const quality::MeasureOverTime& measure,
                const std::string& name, std::size_t strip) {
  const Vector values = dated.values.col(measure.measure);
  const StripView view = view_of(dated, values, strip);
  draw_text(canvas, heading_font, view.frame.x, view.frame.y - 6, display_text(name));
  draw_frame(canvas, view.frame);
  draw_scanners(canvas, dated.scanners, view, strip == 0);
  draw_scans(canvas, dated, values, view);
  draw_levels(canvas, dated, values, measure, view);
  const double base = view.frame.y + view.frame.height + 12;
  const std::string last = data::date_text(view.first_day + view.days);
  draw_text(canvas, small_font, view.frame.x, base, data::date_text(view.first_day));
  draw_text(canvas, small_font,
            view.frame.x + view.frame.width - text_width(canvas, small_font, last), base, last);
}

/// Returns when each measure's level changes, and by how much: "cnr from 2024-02-01 (-2.3)".
Names changes_of(const Dated& dated, const std::vector<quality::MeasureOverTime>& measures,
                 const Names& names) {
  Names changes;
  for (const quality::MeasureOverTime& measure : measures) {
    for (const quality::LevelChange& change : measure.changes) {
      changes.push_back(names[static_cast<std::size_t>(measure.measure)] + " from " +
                        data::date_text(dated.days[change.first]) + " (" +
                        str(boost::format("%+.1f") % change.shift) + ")");
    }
  }
  return changes;
}

Names scanners_of(const Dated& dated) {
  Names scanners;
  for (const Scanner& each : dated.scanners) {
    scanners.push_back(each.name + " from " + data::date_text(each.first_day));
  }
  return scanners;
}

}  // namespace

std::optional<PageFigure> time_figure(const data::ScanHistory& history, const OwnOnMap& own) {
  if (own.table.values.cols() > most_measures) return std::nullopt;
  const Dated dated = dated_scans(history, own.table.rows, own.table.values);
  if (dated.days.size() < 2 * quality::least_at_a_level) return std::nullopt;
  const auto measures = quality::measures_over_time(dated.values, dated.days);
  if (measures.empty()) return std::nullopt;
  Names terms;
  for (const std::string& name : own.measures) terms.push_back(data::measure_term(name).name);
  const std::size_t strips = std::min(measures.size(), most_strips);
  const double height = first_strip + static_cast<double>(strips) * (strip_height + strip_gap);
  const Picture picture{figure_width, height, [&](cairo_t* canvas) {
                          draw_title(canvas, time_heading);
                          for (std::size_t strip = 0; strip < strips; ++strip) {
                            const auto& measure = measures[strip];
                            draw_strip(canvas, dated, measure,
                                       terms[static_cast<std::size_t>(measure.measure)], strip);
                          }
                        }};
  return PageFigure{time_heading, png(picture),
                    words::over_time(history, dated.days, own.table.rows.size() - dated.days.size(),
                                     changes_of(dated, measures, terms), scanners_of(dated))};
}

}  // namespace dsne::report
