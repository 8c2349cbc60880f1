#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/csv.h"
#include "data/normalization.h"
#include "data/pca.h"
#include "methods/parameters.h"
#include "privacy/microaggregation.h"

namespace dsne::run {

/// The first treatment of values.
struct Treatment {
  data::Normalization normalization = data::Normalization::none;
  data::Missing missing = data::Missing::error;
};

/// Returns the treatment that a run's parameters ask for. If they leave it open, the names of the
/// run's features decide, which all nodes know: `robust` and `impute` for quality measures
/// (are_quality_measures), `none` and `error` for others. With `row_max` a missing value cannot
/// become a median, so it stays an error. A run with a guarantee may not end because of a missing
/// value, so it uses `impute`.
/// @param features empty if they have no names
Treatment treatment(const methods::Parameters& parameters,
                    const std::vector<std::string>& features);

/// Returns whether and how each site's subjects are harmonized before they are placed on the map.
/// Never with a private method, which guarantees that a subject's position depends only on its own
/// record.
data::Harmonization harmonization(const methods::Parameters& parameters);

/// Returns whether sites are harmonized on a map of their summaries: if the run asks for `site`, or
/// leaves it open and the measures are quality measures.
/// @param measures the map's; empty if they have no names
bool harmonizes_map(const methods::Parameters& parameters,
                    const std::vector<std::string>& measures);

/// Checks that the run's values have units in which sites can be harmonized.
/// @throws InputError when they do not
void check_harmonization(const methods::Parameters& parameters, const Treatment& treatment);

/// Returns the treatment in the parameters' words: {"normalization": …, "missing": …}.
Json to_json(const Treatment& treatment);

/// The preprocessing of every data set before affinities, learned from the reference alone and so
/// the same at every site. A feature without spread in the reference is left out: it is 0 for all.
struct Preprocessing {
  data::Scaling scaling;
  std::optional<data::Pca> pca;  ///< empty if initial_dims is 0 or not below the number of features
};

/// Learns the preprocessing that the parameters ask for.
/// @throws InputError when the reference's points are all equal, so there are no units or principal
///   components
Preprocessing fit_preprocessing(const data::Reference& reference,
                                const methods::Parameters& parameters);

/// Scales points (points × features), without any projection.
Matrix scaled_points(const data::Scaling& scaling, const Matrix& points);

/// Projects scaled points as the preprocessing says.
Matrix projected(const Preprocessing& preprocessing, const Matrix& scaled);

/// Returns points (points × features) as affinities see them: finite for any reference, if values
/// are within largest_value.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points);

/// Returns a site's points as affinities see them, without the site's effect; missing values are
/// NaN.
Matrix apply(const Preprocessing& preprocessing, const Matrix& points,
             const data::SiteEffect& effect);

/// Groups a site's subjects (privacy::microaggregated) and returns the groups' means as affinities
/// see them.
///
/// Whoever chooses the reference chooses the scales at which values are limited. So the site's own
/// values are averaged first, and the means are then scaled, harmonized and projected. Distances
/// between subjects use the scales and components of the site's own subjects. Grouping depends only
/// on the reference's features, not on its values.
/// @param values subjects × features; a missing value (NaN) counts as the site's median
/// @param fill for each feature, the groups' mean if fewer than `least` subjects have a value of
///   it; with harmonization such a mean is the site's own location
/// @param least subjects of a group
privacy::Groups grouped_subjects(const Matrix& values, const RowVector& fill,
                                 const Preprocessing& preprocessing,
                                 const methods::Parameters& parameters, Eigen::Index least);

}  // namespace dsne::run
