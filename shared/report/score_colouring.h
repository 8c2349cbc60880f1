#pragma once

#include "quality/outlier_scores.h"
#include "report/colouring.h"

namespace dsne::report {

/// Groups a site's own subjects by outlier score: flagged, also to check, then scores from 0.95,
/// 0.8, 0.5 and 0. All other points are background.
/// @param site the subjects' site, an index of the map's site_names; its points are in the order of
///   the scores
Colouring by_score(const Embedding& embedding, std::size_t site,
                   const quality::OutlierScores& outliers);

}  // namespace dsne::report
