#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne check`: reports how a run would read a site's files. Exit codes: 0; 1 when a run would
/// end; 2 when it would continue and something is odd; 3 for an invalid command line.
Command check_command();

}  // namespace dsne::tools
