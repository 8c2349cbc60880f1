#pragma once

#include <map>
#include <string>
#include <vector>

namespace dsne::run {

/// Whether a text may be a site's name in reports and joint files: 1 to 40 letters (of Latin,
/// Greek, Cyrillic, Chinese, Japanese or Korean), digits, blanks and ._()-, a letter or digit
/// first, no blank last, and not `reference`. So no name is markup, a formula in a spreadsheet, or
/// turns the writing around.
bool is_site_name(const std::string& text);

/// Site names by the sites' ids.
using SiteNames = std::map<std::string, std::string>;

/// Under which name each site appears: its own, or its id where it gives none. Of sites with the
/// same name all but the first, in the order of their ids, get a number: "Leuven (2)".
/// @param given each site's name, "" where it gives none
SiteNames distinct_names(const SiteNames& given);

/// The names that several sites gave, of those that distinct_names made.
std::vector<std::string> shared_names(const SiteNames& shown);

}  // namespace dsne::run
