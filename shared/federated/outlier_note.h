#pragma once

#include <string>
#include <vector>

#include "quality/outlier_scores.h"

namespace dsne::federated {

/// What the outlier scores and the site's shift say, in sentences for the site's own report. They
/// are the site's own: nothing of them may leave it.
std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores, double shift);

/// What is to be said of them where the reference was learned.
std::vector<std::string> outlier_sentences_of_learned();

}  // namespace dsne::federated
