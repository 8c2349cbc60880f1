#pragma once

#include <string>
#include <vector>

#include "methods/parameters.h"

namespace dsne::run {

/// What is done to values before anything else.
struct Treatment {
  data::Normalization normalization = data::Normalization::none;
  data::Missing missing = data::Missing::error;
};

/// What a run's parameters ask for, where they leave it open by the names of the run's features
/// alone, which all its nodes know: of quality measures (are_quality_measures) `robust` and
/// `impute`, of others `none` and `error`. A gap in a row that `row_max` scales is no median, so it
/// stays an error there. A run with a guarantee may not end for a gap: `impute`.
/// @param features empty when they have no names
Treatment treatment(const methods::Parameters& parameters,
                    const std::vector<std::string>& features);

/// Whether and how each site's subjects are harmonized before they are put on the map. Never with a
/// private method, whose guarantee is that a subject's place hangs on its own record alone.
data::Harmonization harmonization(const methods::Parameters& parameters);

/// Whether sites are harmonized on a map of their summaries: by these where the run asks for
/// `site`, or leaves it open and the measures are quality measures.
/// @param measures the map's; empty where they have no names
/// @throws InputError where the run asks for combat, which needs records
bool harmonizes_map(const methods::Parameters& parameters,
                    const std::vector<std::string>& measures);

/// Throws where the run's values have no units in which sites could be brought together.
/// @throws InputError
void check_harmonization(const methods::Parameters& parameters, const Treatment& treatment);

/// The words for it, as parameters have them: {"normalization": …, "missing": …}.
Json to_json(const Treatment& treatment);

}  // namespace dsne::run
