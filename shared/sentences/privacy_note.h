#pragma once

#include <string>

#include "core/json.h"
#include "exchange/site_sums.h"
#include "methods/parameters.h"

namespace dsne::sentences {

/// Returns the privacy cost of a differentially private run for each site, for metrics.json:
/// `epsilon`, `delta`, `releases`, `neighbours`. Also `colluding_sites` if sites share noise, and
/// `not_private` in a simulation. Null for other methods.
Json privacy_figures(const methods::Parameters& parameters);

/// Returns an ε for reports: four digits, rounded up except for rounding errors.
std::string shown_epsilon(double epsilon);

/// Returns a sentence about what the run's method guarantees, or what it discloses.
std::string privacy_sentence(const methods::Parameters& parameters);

/// Returns a report's title, marked if the run was a simulation, which protects nobody.
std::string marked_title(const std::string& title, const methods::Parameters& parameters);

/// Returns the fingerprint (privacy::fingerprint) of the site's key and the keys that it accepts,
/// the same at all sites with one roster; "" if its settings list no keys.
std::string roster_fingerprint(const exchange::SiteSums& sums, const exchange::KeyPolicy& policy);

/// Returns the sentence on the roster of that fingerprint; "" without a roster.
std::string roster_sentence(const std::string& roster);

/// Returns, for a site's own report, how many sites the sums were over, and whether their keys were
/// checked.
std::string sums_sentence(const exchange::SiteSums& sums, const exchange::KeyPolicy& policy);

/// Returns this from the number of sites and the roster's fingerprint, "" without a roster.
std::string sums_sentence(Eigen::Index sites, const std::string& roster);

}  // namespace dsne::sentences
