#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne check`: what a run would make of a site's files. Its exit codes are 0, 1 when a run would
/// end, 2 when it would go on and something is odd, 3 for a command line that makes no sense.
Command check_command();

}  // namespace dsne::tools
