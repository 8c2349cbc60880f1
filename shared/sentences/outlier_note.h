#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "quality/outside_others.h"
#include "quality/own_scores.h"
#include "run/site_outliers.h"

namespace dsne::sentences {

/// What the outlier scores and the site's shift say, in sentences for the site's own report. They
/// are the site's own: nothing of them may leave it.
std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores, double shift);

/// What the two lists of a site's own subjects say, and what of its table they do not count.
/// @param scores the lists in one
std::vector<std::string> own_list_sentences(const quality::OwnScores& lists,
                                            const quality::OutlierScores& scores);

/// What a run's outliers say: the lists of a run on summaries, else the scores by the reference.
std::vector<std::string> outlier_sentences(const run::SiteOutliers& outliers,
                                           const run::RunReference& reference);

/// In which measures most of a site's subjects lie outside the other sites' range, at most five.
/// @param outside the largest deviation first
/// @param names   of the measures
/// @return nothing where there are none
std::optional<std::string> outside_sentence(const std::vector<quality::OutsideMeasure>& outside,
                                            const std::vector<std::string>& names);

}  // namespace dsne::sentences
