#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "quality/site_density.h"
#include "report/joint_embedding.h"
#include "report/mark.h"

namespace dsne::report {

/// The points that share one legend entry.
struct Group {
  std::string name;  ///< valid UTF-8 on one line
  MarkStyle style;
  bool behind = false;      ///< background: smaller marks, drawn before the others
  std::size_t points = 0;   ///< the number of its points
  std::size_t several = 0;  ///< how many of these stand for several subjects each
};

/// The groups of a map's points, each with one colour.
struct Colouring {
  std::string heading;
  std::vector<Group> groups;                ///< in the order of the legend
  std::vector<std::size_t> group_of_point;  ///< per point; an index of groups
};

/// The most entries of a legend. Further ones are one entry "and N more".
inline constexpr std::size_t max_groups = 51;

/// Returns how a legend counts a group's points: "120", "12 groups" if each stands for several
/// subjects, or "99 and 9 groups".
std::string count_text(const Group& group);

/// Returns one group per site's name, in the map's order; the site named "reference" last, as
/// background.
Colouring by_site(const Embedding& embedding);

/// Returns one group per label, in natural order; points without a label last, as background.
/// Returns nothing when no point has a label.
std::optional<Colouring> by_label(const Embedding& embedding);

/// Groups a site's own subjects by outlier score: flagged, also to check, then scores from 0.95,
/// 0.8, 0.5 and 0. All other points are background.
/// @param site the subjects' site, an index of the map's site_names; its points are in the order of
///   the scores
Colouring by_score(const Embedding& embedding, std::size_t site,
                   const quality::OutlierScores& outliers);

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
