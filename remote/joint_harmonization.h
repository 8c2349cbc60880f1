#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "summary/common_map.h"

namespace dsne::remote {

/// Returns what harmonization removed of each measure at each source of a map, as CSV: `measure`,
/// `site`, `removed` (how far the site's mean lay from the common one, in the measure's units, at
/// the middle of the covariates), `in_spreads` (that in common standard deviations), `factor` (what
/// deviations were multiplied by), and `slope:…` of each covariate, whose effect was kept.
/// @pre the map is harmonized
std::string harmonization_csv(const summary::CommonMap& map);

/// Returns the sites of a map, each by the rows of its summary, whether or not it shares its
/// subjects' positions.
/// @param parts the map as the run made it, the reference first
std::vector<report::EmbeddingPart> rows_of(std::vector<report::EmbeddingPart> parts,
                                           const summary::CommonMap& map);

/// Adds what harmonization removed to the page of the joint report, with the map as it would be
/// without it. Does nothing to a map that is not harmonized.
/// @param parts as for rows_of
/// @param files gets `harmonization.csv`, `summary_embedding_before.csv` and
///   `before_harmonization.png`, which lie beside the page
void add_harmonization(const summary::CommonMap& map, std::vector<report::EmbeddingPart> parts,
                       report::Page& page, Files& files);

}  // namespace dsne::remote
