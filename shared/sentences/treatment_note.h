#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/reference/run_reference.h"
#include "run/subjects.h"
#include "run/treatment.h"

namespace dsne::sentences {

/// What the reports say of how values were treated.
/// @return nothing where the parameters said it all, or left it at what is done to any data
std::optional<std::string> chosen_sentence(const methods::Parameters& parameters,
                                           const run::RunReference& reference);

/// How the sites were brought together on the map.
/// @param own_points the site's, or nothing in a report for all
/// @return nothing where they were not
std::optional<std::string> harmonization_sentence(const methods::Parameters& parameters,
                                                  std::optional<Eigen::Index> own_points = {});

/// A warning where values are taken as they are, and some features' spreads are a million times
/// those of others, by the lower quartile: few features then decide who is near whom.
std::optional<std::string> scales_sentence(const methods::Parameters& parameters,
                                           const run::RunReference& reference);

/// Names the measure that alone has more than nine tenths of the variance, for a site's own report.
/// @param points the site's subjects as the run uses them, scaled
/// @param names of the measures
/// @return nothing where no measure has so much, or there is only one
std::optional<std::string> dominating_sentence(const Matrix& points,
                                               const std::vector<std::string>& names,
                                               const run::Treatment& chosen);

/// What a site's own report says of the gaps in its data that were filled.
/// @param names of the features
std::optional<std::string> gaps_sentence(const run::Gaps& gaps,
                                         const methods::Parameters& parameters,
                                         const run::RunReference& reference,
                                         const std::vector<std::string>& names);

/// A parameter's value as the reports list it; where it is left open, with what it came to:
/// "auto: robust".
std::string setting_text(const std::string& name, const Json& value, const run::Treatment& chosen);

}  // namespace dsne::sentences
