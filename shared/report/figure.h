#pragma once

#include <string>

#include "core/files.h"
#include "report/embedding.h"

namespace dsne::report {

/// The figure of a map, as the content of a PNG and an SVG file.
struct EmbeddingFigure {
  std::string png;
  std::string svg;
};

/// Draws a map as a scatter plot, once coloured by site and, where at least one label is known,
/// once by label, side by side, each with a legend. Colours are safe for colour-blind readers; from
/// the ninth entry on the marks' shapes tell them apart as well. Unlabelled points are grey, and
/// the site named "reference" lies behind the others. A map of three dimensions is drawn as its
/// projections on the first two and on the first and third axes.
///
/// The same bytes each time for the same map.
/// @param title one line above the figure
EmbeddingFigure draw_embedding(const Embedding& embedding, const std::string& title);

/// `embedding.png` and `embedding.svg`.
Files files_of(const EmbeddingFigure& figure);

}  // namespace dsne::report
