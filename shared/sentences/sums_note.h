#pragma once

#include <string>

#include "exchange/site_sums.h"

namespace dsne::sentences {

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
