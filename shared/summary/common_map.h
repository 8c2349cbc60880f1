#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "data/csv.h"
#include "data/pca.h"
#include "summary/effects.h"
#include "summary/summary.h"

namespace dsne::summary {

/// Points of several sources, each standing for a number of subjects.
struct Pool {
  Matrix points;                      ///< rows of summaries and reference points × measures
  Vector subjects;                    ///< the number of subjects of each point
  std::vector<Eigen::Index> sources;  ///< per point, the number of its source
  RowVector variance;                 ///< each measure's variance within points, over all subjects
  std::vector<Eigen::Index> point_of_row = {};  ///< which point each row of the sources became
};

/// The most points of a map.
inline constexpr Eigen::Index most_points = 5000;

/// The fewest points of a common map.
inline constexpr Eigen::Index least_points = 20;

/// Pools summaries and reference points. Sources are numbered in the order of the summaries; the
/// reference, if any, is last, and each of its points stands for one subject.
/// @param reference points × measures, in the summaries' order; no rows for none
/// @pre there is a point, and all have the same measures
Pool pooled(const std::vector<Summary>& summaries, const Matrix& reference);

/// Merges similar points of one source (MDAV) until about `most` are left. Their scatter is added
/// to the variance.
/// @param pool as pooled returns it
/// @return the pool unchanged if it has no more than `most` points
Pool merged(Pool pool, Eigen::Index most);

/// The space in which points are compared.
struct Space {
  RowVector middle;
  RowVector scale;                      ///< divides each measure
  std::optional<data::Pca> components;  ///< of images and matrices

  /// Returns the points' features in this space.
  Matrix of(const Matrix& points) const;
};

/// Returns a common scale: each measure minus its mean over all subjects, divided by its standard
/// deviation, the variance within points included. A constant measure is 0.
Space scaled_space(const Pool& pool);

/// Returns the first components of images or matrices, at most 50, over all subjects; unscaled.
Space component_space(const Pool& pool);

/// Computes the principal components of points that stand for several subjects each.
/// @pre at least two points
data::Pca weighted_components(const Matrix& points, const Vector& subjects,
                              Eigen::Index dimensions);

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
  double neighbours = 30;           ///< the run's effective number, for t-SNE
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

/// Returns the pool's points in the measures' own units, as the sources tell them: not harmonized.
/// A merged point is the mean over its rows' subjects.
Matrix measured_points(const CommonMap& map);

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
