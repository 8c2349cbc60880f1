#pragma once

#include <map>
#include <string>
#include <vector>

namespace dsne::run {

/// Site names by the sites' ids.
using SiteNames = std::map<std::string, std::string>;

/// Returns each site's shown name: its own, or its id if it gives none. If several sites have the
/// same name, all but the first, in the order of their ids, get a number: "Leuven (2)".
/// @param given each site's name, "" for none
SiteNames distinct_names(const SiteNames& given);

/// Returns the names that several sites gave, from the result of distinct_names.
std::vector<std::string> shared_names(const SiteNames& shown);

}  // namespace dsne::run
