#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/preprocessing.h"
#include "run/reference/run_reference.h"
#include "run/subjects.h"

namespace dsne::sentences {

/// Returns a sentence about how values were treated.
/// @return nothing if the parameters say it all, or the treatment is the usual one
std::optional<std::string> chosen_sentence(const methods::Parameters& parameters,
                                           const run::RunReference& reference);

/// Returns a sentence about how the sites were harmonized on the map.
/// @param own_points the site's; nothing in a report for all
/// @return nothing if they were not
std::optional<std::string> harmonization_sentence(const methods::Parameters& parameters,
                                                  std::optional<Eigen::Index> own_points = {});

/// Returns a warning if values are not scaled and some features' spreads are a million times those
/// of others (lower quartile): a few features then decide who is near whom.
std::optional<std::string> scales_sentence(const methods::Parameters& parameters,
                                           const run::RunReference& reference);

/// Returns a sentence that names a measure with more than nine tenths of the variance, for a site's
/// own report.
/// @param points the site's subjects as the run uses them, scaled
/// @param names of the measures
/// @return nothing if there is no such measure, or only one measure
std::optional<std::string> dominating_sentence(const Matrix& points,
                                               const std::vector<std::string>& names,
                                               const run::Treatment& chosen);

/// Returns a sentence about the missing values that were replaced, for a site's own report.
/// @param names of the features
std::optional<std::string> missing_values_sentence(const run::MissingValues& missing,
                                                   const methods::Parameters& parameters,
                                                   const run::RunReference& reference,
                                                   const std::vector<std::string>& names);

/// Returns a parameter's value for reports; if left to `auto`, with the chosen value: "auto:
/// robust".
std::string setting_text(const std::string& name, const Json& value, const run::Treatment& chosen);

}  // namespace dsne::sentences
