#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"
#include "report/density_figure.h"
#include "report/embedding.h"
#include "report/strips.h"

namespace dsne::report {

/// The map as it was earlier in the run.
struct EarlierEmbedding {
  int round = 0;
  Matrix coordinates;  ///< one row per point of the map; NaN where a point's place is not known
};

/// What only a site's own report shows of its subjects. It must not be in a page that leaves the
/// site.
struct OwnSubjects {
  std::size_t site = 0;                     ///< their site, an index of the map's site_names
  std::string key;                          ///< under which the browser keeps what is decided
  std::string compared_with = "reference";  ///< "all sites" where there is no given reference
  std::vector<std::string> ids;  ///< one per subject, in the order of their points on the map
  std::optional<quality::OutlierScores> outliers;
  std::optional<quality::OwnScores> lists;  ///< what `outliers` joins, without a given reference
  std::vector<std::string> features;        ///< every feature's name, for the outliers' reasons
  std::vector<Strip> strips;                ///< the measures that are shown
  std::vector<std::string> thumbnails;      ///< a picture's data URI per subject, "" where there is
                                            ///< none; empty without pictures
};

/// What the plots of a report page show.
struct Plots {
  Embedding embedding;
  std::vector<EarlierEmbedding> evolution;  ///< in the order of the rounds; empty when not known
  std::optional<OwnSubjects> own;           ///< nothing in a joint report
  std::optional<DensityReport> densities;   ///< sites' noisy counts, where the run has them
};

/// The plots as the page's script reads them (shared/report/web/src/data.js). Places are whole
/// numbers from 0 to 10,000 over the longest side of the map: directions, axes and units mean
/// nothing. Measures have four significant digits, or as many more as tell
/// them apart.
Json to_json(const Plots& plots);

}  // namespace dsne::report
