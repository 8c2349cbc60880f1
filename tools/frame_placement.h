#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne place --frame`: places a site's own subjects on the common map of summaries, at the site.
/// @return the exit code
int place_on_frame(const Values& values, const Console& console);

}  // namespace dsne::tools
