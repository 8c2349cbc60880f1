#pragma once

#include <map>
#include <string>
#include <vector>

namespace dsne::run {

/// Returns whether a text may be a site's name in reports and joint files: 1 to 40 letters (Latin,
/// Greek, Cyrillic, Chinese, Japanese or Korean), digits, blanks and ._()-, a letter or digit
/// first, no blank last, and not `reference` or that of public scans. So no name is markup or a
/// spreadsheet's formula, or changes the direction of writing.
bool is_site_name(const std::string& text);

/// Site names by the sites' ids.
using SiteNames = std::map<std::string, std::string>;

/// Returns each site's shown name: its own, or its id if it gives none. If several sites have the
/// same name, all but the first, in the order of their ids, get a number: "Leuven (2)".
/// @param given each site's name, "" for none
SiteNames distinct_names(const SiteNames& given);

/// Returns the names that several sites gave, from the result of distinct_names.
std::vector<std::string> shared_names(const SiteNames& shown);

}  // namespace dsne::run
