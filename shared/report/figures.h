#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/formats/scan_history.h"
#include "report/drawing.h"
#include "report/page.h"
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

/// Paints a panel for each site: the reference's points in grey, and the cells as the scene has
/// them. A cell in which the site lies apart has an orange frame and its count. Draw it with png().
Picture density_picture(const Scene& scene, const std::string& title);

/// Writes one line per site and cell: `site,column,row` (from 0, the lower left cell first), the
/// cell's corners `x_low,x_high,y_low,y_high`, the noisy `count`, the 95 % interval of the true
/// count `count_low,count_high`, `expected` from the other sites, `p_value`, and `apart`, true or
/// false.
std::string density_csv(const DensityReport& report);

/// Draws a site's measures over time: those whose level changes most clearly, a strip each, with a
/// line where it changes and where a scanner appears first. It shows single scans, for the site's
/// own page alone.
/// @return nothing where fewer than ten of the scans have a date
std::optional<PageFigure> time_figure(const data::ScanHistory& history, const OwnOnMap& own);

}  // namespace dsne::report
