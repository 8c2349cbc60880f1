#pragma once

#include <string>

#include "federated/sums/site_sums.h"

namespace dsne::federated {

/// Whom a site's terms of the run's sums were hidden among: a sentence or two for its own report.
std::string sums_sentence(const SiteSums& sums, const KeyPolicy& policy);

/// The same from the numbers.
/// @param known sites whose keys this site knows, itself with them
/// @param by_keys whether its settings say whose keys it knows
std::string sums_sentence(Eigen::Index sites, Eigen::Index known, bool by_keys);

}  // namespace dsne::federated
