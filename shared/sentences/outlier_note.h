#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "quality/outside_others.h"
#include "quality/own_scores.h"
#include "run/site_outliers.h"

namespace dsne::sentences {

/// What the outlier scores by a given reference say, in sentences for the site's own report. They
/// are the site's own: nothing of them may leave it.
/// @param measures the reference's
std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores,
                                           const std::vector<std::string>& measures);

/// Returns sentences about the two lists of a site's own subjects, and about the records that are
/// not compared.
/// @param scores the merged lists
std::vector<std::string> own_list_sentences(const quality::OwnScores& lists,
                                            const quality::OutlierScores& scores);

/// Returns sentences about a run's outliers: by lists in a run on summaries, else by scores from
/// the reference.
std::vector<std::string> outlier_sentences(const run::SiteOutliers& outliers,
                                           const run::RunReference& reference);

/// A measure with how far a site's middle is outside: "Smoothness (left-right) (+4.5)".
std::string outside_text(const quality::OutsideMeasure& measure,
                         const std::vector<std::string>& names);

/// In which measures most of a site's subjects lie outside others' range, at most five.
/// @param outside the largest deviation first
/// @param names   of the measures
/// @param whose   "the other sites'" or "the reference's"
/// @return nothing where there are none
std::optional<std::string> outside_sentence(const std::vector<quality::OutsideMeasure>& outside,
                                            const std::vector<std::string>& names,
                                            const std::string& whose);

}  // namespace dsne::sentences
