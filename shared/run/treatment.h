#pragma once

#include <string>
#include <vector>

#include "methods/parameters.h"

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
/// @throws InputError if the run asks for combat, which needs records
bool harmonizes_map(const methods::Parameters& parameters,
                    const std::vector<std::string>& measures);

/// Checks that the run's values have units in which sites can be harmonized.
/// @throws InputError when they do not
void check_harmonization(const methods::Parameters& parameters, const Treatment& treatment);

/// Returns the treatment in the parameters' words: {"normalization": …, "missing": …}.
Json to_json(const Treatment& treatment);

}  // namespace dsne::run
