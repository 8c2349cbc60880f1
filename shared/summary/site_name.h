#pragma once

#include <string>

namespace dsne::summary {

/// Returns whether a text may be a site's name in reports and joint files: 1 to 40 letters (Latin,
/// Greek, Cyrillic, Chinese, Japanese or Korean), digits, blanks and ._()-, a letter or digit
/// first, no blank last, and not `reference` or that of public scans. So no name is markup or a
/// spreadsheet's formula, or changes the direction of writing.
bool is_site_name(const std::string& text);

}  // namespace dsne::summary
