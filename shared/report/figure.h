#pragma once

#include <string>
#include <vector>

#include "report/drawing.h"
#include "report/scene.h"

namespace dsne::report {

/// The figure of a map: the content of a PNG and an SVG file.
struct EmbeddingFigure {
  std::string png;
  std::string svg;
};

/// Paints a scene as a scatter plot coloured by site and, if any label is known, one coloured by
/// label beside it, each with a legend. Colours are safe for colour-blind readers; from the ninth
/// entry on, the marks' shapes differ too. Unlabelled points are grey, and the site named
/// "reference" is in the background. A map of three dimensions is drawn as two projections: on the
/// first and second axis, and on the first and third.
///
/// The same scene gives the same bytes.
/// @param title one line above the figure
/// @param named points that are ringed, numbered and named beside or below the map
EmbeddingFigure draw_scene(const Scene& scene, const std::string& title,
                           const std::vector<NamedPoint>& named = {});

}  // namespace dsne::report
