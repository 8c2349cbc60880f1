#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quality/site_density.h"
#include "report/colouring.h"

namespace dsne::report {

/// The sites' noisy counts and the estimates from them.
struct DensityReport {
  quality::SiteDensities densities;
  std::vector<std::vector<quality::CellEstimate>> estimates;  ///< as compare_densities() gives them
};

/// A map as it is painted: the page's script and the figures paint the same scene.
struct Scene {
  /// A cell with noisy counts, in the units of the coordinates.
  struct Cell {
    double left, low, right, high;
  };
  /// A site's noisy counts over the map.
  struct Layer {
    std::string site;
    Eigen::Index points = 0;
    std::vector<quality::CellEstimate> counts;  ///< one per cell
    std::vector<double> opacity;                ///< of each cell's fill; 0 where it may be noise
  };

  Embedding map;                      ///< its coordinates are whole numbers from 0 to scene_side
  std::vector<double> widths;         ///< of the marks, in that of one subject; empty if all are 1
  std::vector<Colouring> colourings;  ///< by site and, where one is known, by label
  std::vector<Cell> cells;            ///< with noisy counts, if the run has them
  std::vector<Layer> layers;          ///< a site's each
};

/// The longest side of a map, whose directions, axes and units have no meaning.
inline constexpr double scene_side = 10000;

/// Sets up the scene of a map, and of sites' noisy counts over it.
/// @throws Error when a coordinate is not finite
Scene make_scene(const Embedding& embedding, const DensityReport* densities = nullptr);

/// Returns the scene as the page's script reads it (shared/report/web/src/data.js).
Json to_json(const Scene& scene);

/// Returns a colouring as the script reads it.
Json to_json(const Colouring& colouring);

}  // namespace dsne::report
