#pragma once

#include <string>
#include <string_view>

namespace dsne::report {

/// Escapes text for an element or a quoted attribute.
std::string html(std::string_view text);

/// Returns a link to a file in the page's folder, for a quoted attribute; no name can lead out of
/// the folder.
std::string href(std::string_view file);

}  // namespace dsne::report
