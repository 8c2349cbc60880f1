#pragma once

#include <string>
#include <string_view>

namespace dsne::report {

/// Text as HTML that shows just this text, inside an element or a quoted attribute.
std::string html(std::string_view text);

/// A link to a file beside the page, for a quoted attribute; it stays there whatever the name is.
std::string href(std::string_view file);

}  // namespace dsne::report
