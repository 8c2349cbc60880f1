#pragma once

#include <string>

#include "core/json.h"
#include "methods/parameters.h"

namespace dsne::sentences {

/// Returns the privacy cost of a differentially private run for each site, for metrics.json:
/// `epsilon`, `delta`, `releases`, `neighbours`. Also `reference_epsilon` if the reference was
/// learned with a guarantee, `colluding_sites` if sites share noise, and `not_private` in a
/// simulation. Null for other methods.
Json privacy_figures(const methods::Parameters& parameters, bool reference_with_guarantee);

/// Returns an ε for reports: four digits, rounded up except for rounding errors.
std::string shown_epsilon(double epsilon);

/// Returns a sentence about what the run's method guarantees, or what it discloses.
std::string privacy_sentence(const methods::Parameters& parameters, bool reference_with_guarantee);

/// Returns a report's title, marked if the run was a simulation, which protects nobody.
std::string marked_title(const std::string& title, const methods::Parameters& parameters);

}  // namespace dsne::sentences
