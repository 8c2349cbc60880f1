#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "summary/common_covariates.h"
#include "summary/placing.h"
#include "summary/pool.h"
#include "summary/site_effect.h"
#include "summary/site_summary.h"
#include "summary/summary.h"

namespace dsne::summary {

/// A site's summary under the name that the site has on the map.
struct NamedSummary {
  std::string site;
  Summary summary;
};

/// What a common map is made of.
struct MapSources {
  std::vector<NamedSummary> sites;  ///< all with the same measures in the same order
  Matrix reference;                 ///< public points × the same measures; no rows for none
  bool array = false;               ///< images, matrices, series
  bool harmonized = false;  ///< what each source's rows share is made the same; measures only
  double perplexity = 30;   ///< the run's
  int dimensions = 2;       ///< of the map, 2 or 3
};

/// A map of all sites' summaries. Everything but `coordinates` and `divergence` follows from the
/// sources, so that whoever is sent a map can work it out again.
struct CommonMap {
  MapSources sources;
  CommonCovariates covariates;      ///< none of arrays, or with a reference
  std::vector<SiteEffect> effects;  ///< of each source, the reference last; of no map else
  SiteEffect common;                ///< that these are brought to
  MergedPool pool;                  ///< the points, and which of them each row became
  Space space;                      ///< where they are compared
  Matrix coordinates;     ///< the pool's points × dimensions; no rows where there is no common map
  double divergence = 0;  ///< of the coordinates, in nats

  bool has_coordinates() const { return coordinates.rows() > 0; }
};

/// No map is as large.
inline constexpr double largest_coordinate = 1e6;

/// The names of the sites that have rows in it, in the order of Pool::sources.
std::vector<std::string> site_names(const CommonMap& map);

/// Measures that every source has, in the first source's order.
struct CommonMeasures {
  std::vector<std::string> measures;
  std::vector<std::string> left_out;  ///< those that a source lacks, each once
};

/// Finds the measures that all of the lists have. @throws InputError when there is none
CommonMeasures common_measures(const std::vector<std::vector<std::string>>& lists);

/// A summary with these of its measures only. @pre it has them
Summary with_measures(const Summary& summary, const std::vector<std::string>& measures);

/// The reference's points in a map's measures; nothing where it does not have them.
/// @param array arrays have as many values, without names
std::optional<Matrix> in_measures(const data::Reference& reference,
                                  const std::vector<std::string>& measures, bool array);

/// Pools the sources, and makes the space of the points; no coordinates yet.
/// @throws InputError when there is no point, or the sources do not have the same measures
CommonMap pool_sources(MapSources sources);

/// The same with coordinates. With fewer than least_points points and no reference there is no
/// common map: the result then has no coordinates.
CommonMap make_common_map(MapSources sources);

/// Checks coordinates that somebody else has worked out: their shape, and that each is finite and
/// within ±largest_coordinate. @throws InputError when they are not
void check_coordinates(const CommonMap& map, const std::string& input);

/// The rows of the map that are a site's own: the number of the source whose rows these are.
/// @return nothing when the site's summary is not in the map
std::optional<std::size_t> find_own_source(const CommonMap& map, const Summary& own);

/// Returns what the map's covariates explain of each person's measures, less what their middle
/// explains. Who is not known to the site's summary counts as its mean; without a source nothing is
/// explained.
/// @param persons one per row
/// @param kept    what the site keeps of its summary; nothing without one
/// @param own     the number of its source
Matrix explained_of(const CommonMap& map, const std::vector<std::string>& persons, const Kept* kept,
                    std::optional<std::size_t> own);

/// A site's own subjects, ready to be placed.
/// @param records  subjects × the map's measures, NaN where missing: the measure's median of these
///   subjects takes its place, or the map's middle where the site has none
/// @param persons  one per subject
/// @param kept     what the site keeps of its summary; nothing without one
/// @param own      the number of its source. On a harmonized map the subjects are harmonized by
/// what
///   its rows share; without a source by what they share themselves
OwnSubjects own_subjects(const CommonMap& map, const Matrix& records,
                         const std::vector<std::string>& persons, const Kept* kept,
                         std::optional<std::size_t> own);

/// Places a site's own subjects on the map, or, where there is no common map, makes a map of them
/// alone by t-SNE. Nothing but the map and the subjects is needed.
/// @return subjects × dimensions; finite
Matrix place_on(const CommonMap& map, const OwnSubjects& subjects, double perplexity);

}  // namespace dsne::summary
