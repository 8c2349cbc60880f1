#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "quality/outside_others.h"

namespace dsne::sentences {

/// Returns sentences about the lists of a site's own subjects, and about the records that are not
/// compared. They are the site's own: nothing of them may leave it.
std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores);

/// A measure with how far a site's middle is outside: "Smoothness (left-right) (+4.5)".
std::string outside_text(const quality::OutsideMeasure& measure,
                         const std::vector<std::string>& names);

/// In which measures most of a site's subjects lie outside others' range, at most five.
/// @param outside the largest deviation first
/// @param names   of the measures
/// @return nothing where there are none
std::optional<std::string> outside_sentence(const std::vector<quality::OutsideMeasure>& outside,
                                            const std::vector<std::string>& names);

}  // namespace dsne::sentences
