#pragma once

#include <string>

#include "core/json.h"
#include "methods/parameters.h"

namespace dsne::sentences {

/// What a differentially private run costs each site, as metrics.json has it: `epsilon`, `delta`,
/// `releases`, `neighbours`, with a reference that was learned with a guarantee, whose cost is
/// counted, `reference_epsilon`, where sites share noise `colluding_sites`, and `not_private` in a
/// simulation. Null for other methods.
Json privacy_figures(const methods::Parameters& parameters, bool reference_with_guarantee);

/// An ε that noise was chosen for, as reports have it: four digits, rounded up but for what is
/// rounding anyway.
std::string shown_epsilon(double epsilon);

/// What the run's method promises, or what it gives away, in a sentence for the reports.
std::string privacy_sentence(const methods::Parameters& parameters, bool reference_with_guarantee);

/// A report's title, marked when the run was a simulation that protects nobody.
std::string marked_title(const std::string& title, const methods::Parameters& parameters);

}  // namespace dsne::sentences
