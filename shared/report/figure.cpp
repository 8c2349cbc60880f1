#include "report/figure.h"

#include <cairo-svg.h>

#include <boost/algorithm/string/replace.hpp>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "coinstac/files.h"
#include "report/canvas.h"
#include "report/colouring.h"
#include "report/layout.h"
#include "report/lettering.h"
#include "report/text.h"

namespace dsne {
namespace {

constexpr Font title_font{13, true};
constexpr Font heading_font{10, true};

struct Figure {
  const Map& map;
  std::string title;
  std::vector<Colouring> colourings;
  Layout layout;
};

std::vector<Colouring> colourings_of(const Map& map) {
  std::vector<Colouring> colourings{by_site(map)};
  if (std::optional<Colouring> labelled = by_label(map)) {
    colourings.push_back(std::move(*labelled));
  }
  return colourings;
}

Figure make_figure(const Map& map, const std::string& title) {
  const Surface scratch = make_image(CAIRO_FORMAT_A8, 1, 1);
  const Canvas canvas = make_canvas(scratch.get());
  std::vector<Colouring> colourings = colourings_of(map);
  Layout layout = lay_out(canvas.get(), colourings, map.places.cols());
  std::string shown_title =
      fit_text(canvas.get(), title_font, display_text(title), figure_width - 2 * figure_margin);
  return {map, std::move(shown_title), std::move(colourings), std::move(layout)};
}

void draw(cairo_surface_t* surface, const Figure& figure) {
  const Canvas canvas = make_canvas(surface);
  cairo_t* const c = canvas.get();
  set_colour(c, {1, 1, 1});
  cairo_paint(c);
  draw_text(c, title_font, figure_margin, 26, figure.title);
  for (const PlacedPanel& panel : figure.layout.panels) {
    draw_text(c, heading_font, panel.frame.x, panel.frame.y - 8, panel.heading);
    draw_panel(c, figure.map, figure.colourings[panel.colouring], panel.axes, panel.frame);
  }
  for (const PlacedLegend& legend : figure.layout.legends) {
    draw_legend(c, figure.colourings[legend.colouring].groups, legend.layout, legend.x, legend.y);
  }
  check(cairo_status(c));
}

/// What Cairo calls with each piece of a file; `text` is the std::string that collects them.
cairo_status_t append(void* text, const unsigned char* data, unsigned int length) {
  try {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::exception&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

std::string png(const Figure& figure) {
  const Surface image = make_image(CAIRO_FORMAT_RGB24, figure_width, figure.layout.height);
  draw(image.get(), figure);
  std::string content;
  check(cairo_surface_write_to_png_stream(image.get(), append, &content));
  return content;
}

/// Cairo numbers surfaces and images by a counter of the process: names that depend on the figure
/// alone make the same figure the same bytes.
void rename_ids(std::string& svg, const std::string& cairo_name, const std::string& name) {
  const std::string attribute = "id=\"";
  std::size_t at = 0;
  for (int number = 0; (at = svg.find(attribute + cairo_name, at)) != std::string::npos; ++number) {
    at += attribute.size();
    const std::string id = svg.substr(at, svg.find('"', at) + 1 - at);
    boost::algorithm::replace_all(svg, id, name + std::to_string(number) + '"');
  }
}

std::string svg(const Figure& figure) {
  std::string content;
  const Surface surface(
      cairo_svg_surface_create_for_stream(append, &content, figure_width, figure.layout.height));
  check(cairo_surface_status(surface.get()));
  cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  draw(surface.get(), figure);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  rename_ids(content, "surface", "figure");
  rename_ids(content, "image", "marks");
  return content;
}

}  // namespace

void draw_map(const Map& map, const std::string& title, const fs::path& folder) {
  const Figure figure = make_figure(map, title);
  write_atomically(folder / "embedding.png", png(figure), "the PNG figure");
  write_atomically(folder / "embedding.svg", svg(figure), "the SVG figure");
}

}  // namespace dsne
