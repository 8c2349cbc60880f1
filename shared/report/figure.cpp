#include "report/figure.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/files.h"
#include "report/canvas.h"
#include "report/colouring.h"
#include "report/layout.h"
#include "report/lettering.h"
#include "report/picture.h"

namespace dsne::report {
namespace {

struct Figure {
  const Embedding& embedding;
  std::string title;
  std::vector<Colouring> colourings;
  Layout layout;
};

std::vector<Colouring> colourings_of(const Embedding& embedding) {
  std::vector<Colouring> colourings{by_site(embedding)};
  if (std::optional<Colouring> labelled = by_label(embedding)) {
    colourings.push_back(std::move(*labelled));
  }
  return colourings;
}

Figure make_figure(const Embedding& embedding, const std::string& title) {
  const Surface scratch = make_image(CAIRO_FORMAT_A8, 1, 1);
  const Canvas canvas = make_canvas(scratch.get());
  std::vector<Colouring> colourings = colourings_of(embedding);
  Layout layout = lay_out(canvas.get(), colourings, embedding.coordinates.cols());
  return {embedding, title, std::move(colourings), std::move(layout)};
}

void draw(cairo_t* canvas, const Figure& figure) {
  draw_title(canvas, figure.title);
  for (const PlacedPanel& panel : figure.layout.panels) {
    draw_text(canvas, heading_font, panel.frame.x, panel.frame.y - 8, panel.heading);
    draw_panel(canvas, figure.embedding, figure.colourings[panel.colouring], panel.axes,
               panel.frame);
  }
  for (const PlacedLegend& legend : figure.layout.legends) {
    draw_legend(canvas, figure.colourings[legend.colouring].groups, legend.layout, legend.x,
                legend.y);
  }
}

}  // namespace

EmbeddingFigure draw_embedding(const Embedding& embedding, const std::string& title) {
  const Figure figure = make_figure(embedding, title);
  const Picture picture{figure_width, figure.layout.height,
                        [&](cairo_t* canvas) { draw(canvas, figure); }};
  return {png(picture), svg(picture)};
}

Files files_of(const EmbeddingFigure& figure) {
  return {{"embedding.png", figure.png, "the PNG figure"},
          {"embedding.svg", figure.svg, "the SVG figure"}};
}

}  // namespace dsne::report
