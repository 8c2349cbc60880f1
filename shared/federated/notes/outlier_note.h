#pragma once

#include <string>
#include <vector>

#include "quality/outlier_scores.h"

namespace dsne::federated {

/// What the outlier scores and the site's shift say, in sentences for the site's own report. They
/// are the site's own: nothing of them may leave it.
std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores, double shift);

/// What is to be said of them where the reference was learned.
/// @param names of the measures
std::vector<std::string> outlier_sentences_of_learned(
    const quality::OutlierScores& scores, const std::vector<quality::OddMeasure>& site_extremes,
    const std::vector<std::string>& names);

}  // namespace dsne::federated
