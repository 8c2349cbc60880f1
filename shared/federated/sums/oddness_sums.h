#pragma once

#include <optional>
#include <string>

#include "federated/site_answer.h"
#include "federated/site_answers.h"
#include "quality/pooled_scores.h"

namespace dsne::federated {

// How odd ordinary subjects are at all sites: the mean of the sites' scales, each weighted by its
// number of subjects.

/// A site's term: 3 wide numbers, its subjects, and that times the middle and the spread of the
/// logarithms of their oddness; 0 where quality::oddness_scale has nothing.
SumTerm oddness_term(const std::string& name, const Vector& log_oddness);

/// What the terms add up to; nothing where no site has a scale.
/// @throws MessageError when a site's term is missing or of another shape
std::optional<quality::OddnessScale> oddness_scale_of(const SiteAnswers& answers,
                                                      const std::string& name);

}  // namespace dsne::federated
