#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "summary/effects.h"
#include "summary/pool.h"
#include "summary/summary.h"

namespace dsne::summary {

/// A site's summary with the site's name on the map.
struct NamedSummary {
  std::string site;
  Summary summary;
};

/// The sources of a common map.
struct MapSources {
  std::vector<NamedSummary> sites;  ///< all with the same measures in the same order
  Matrix reference;                 ///< public points × the same measures; no rows for none
  bool harmonized = false;          ///< removes the sources' site effects; measures only
  double perplexity = 30;           ///< the run's
  int dimensions = 2;               ///< of the map, 2 or 3
  std::string about = {};           ///< whose subjects a public map shows; "" of others

  /// Returns whether the sites' summaries are of images, matrices or series.
  bool array() const { return !sites.empty() && sites.front().summary.array; }
};

/// A map of all sites' summaries. Everything but `coordinates` and `divergence` follows from the
/// sources, so a receiver can compute it again.
struct CommonMap {
  MapSources sources;
  CommonCovariates covariates;      ///< none of arrays, or with a reference
  std::vector<SiteEffect> effects;  ///< of each source, the reference last; of no map else
  SiteEffect common;                ///< that these are brought to
  Pool pool;                        ///< the points, and which of them each row became
  Space space;                      ///< where they are compared
  Matrix coordinates;     ///< the pool's points × dimensions; no rows where there is no common map
  double divergence = 0;  ///< of the coordinates, in nats

  bool has_coordinates() const { return coordinates.rows() > 0; }
};

/// Returns the names of the sites with rows in the map, in the order of Pool::sources.
std::vector<std::string> site_names(const CommonMap& map);

/// Measures that every source has, in the first source's order.
struct CommonMeasures {
  std::vector<std::string> measures;
  std::vector<std::string> left_out;  ///< those missing at some source, each once
};

/// Finds the measures that all of the lists have. @throws InputError when there is none
CommonMeasures common_measures(const std::vector<std::vector<std::string>>& lists);

/// Finds where a list has each of the measures, by any spelling; nothing if it lacks one.
std::optional<std::vector<Eigen::Index>> find_columns(const std::vector<std::string>& measures,
                                                      const std::vector<std::string>& list);

/// Returns a summary with only these measures. @pre it has them
Summary with_measures(const Summary& summary, const std::vector<std::string>& measures);

/// The reference's points in a map's measures; nothing where it does not have them.
/// @param array arrays have as many values, without names
std::optional<Matrix> in_measures(const data::Reference& reference,
                                  const std::vector<std::string>& measures, bool array);

/// Pools the sources, and makes the space of the points; no coordinates yet.
/// @pre there is a point
/// @throws InputError when two sites have one summary
CommonMap pool_sources(MapSources sources);

/// Pools the sources and computes coordinates. With fewer than least_points points and no reference
/// there is no common map, and the result has no coordinates.
CommonMap make_common_map(MapSources sources);

}  // namespace dsne::summary
