#pragma once

#include <string>
#include <vector>

#include "report/joint_embedding.h"
#include "report/page.h"
#include "summary/common_map.h"

namespace dsne::report {

// What harmonization did to a map of summaries. @pre the map is harmonized

/// Returns what it removed, as a table of the measures with the largest shifts.
PageTable harmonization_table(const summary::CommonMap& map);

/// Returns what it removed of each measure at each source of a map, as CSV: `measure`, `site`,
/// `removed` (how far the site's mean lay from the common one, in the measure's units, at the
/// middle of the covariates), `in_spreads` (that in common standard deviations), `factor` (what
/// deviations were multiplied by), and `slope:…` of each covariate, whose effect was kept.
std::string harmonization_csv(const summary::CommonMap& map);

/// Returns where the rows would lie with the measures as they are, and the figure of this map.
/// @param parts as for rows_of
Embedding map_before_harmonization(std::vector<EmbeddingPart> parts, const summary::CommonMap& map);
PageFigure before_figure(const Embedding& before);

/// Returns the sites of a map, each by the rows of its summary, whether or not it shares its
/// subjects' positions. The map need not be harmonized.
/// @param parts the map as the run made it, the reference first
std::vector<EmbeddingPart> rows_of(std::vector<EmbeddingPart> parts, const summary::CommonMap& map);

}  // namespace dsne::report
