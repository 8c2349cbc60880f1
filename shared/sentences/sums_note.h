#pragma once

#include <string>

#include "exchange/site_sums.h"

namespace dsne::sentences {

/// Returns the fingerprint (privacy::fingerprint) of the keys that the site accepts and its own,
/// the same at all sites with one roster; "" where its settings list no keys.
std::string roster_fingerprint(const exchange::SiteSums& sums, const exchange::KeyPolicy& policy);

/// Returns the sentence on the roster of that fingerprint; "" without a roster.
std::string roster_sentence(const std::string& roster);

/// Returns whom a site's terms of the run's sums were hidden among, in a sentence or two for its
/// own report.
std::string sums_sentence(const exchange::SiteSums& sums, const exchange::KeyPolicy& policy);

/// The same from the number of sites and the roster's fingerprint, "" without a roster.
std::string sums_sentence(Eigen::Index sites, const std::string& roster);

}  // namespace dsne::sentences
