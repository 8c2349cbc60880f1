#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne simulate`: makes a whole run on this machine, as COINSTAC's simulator does. Its exit code
/// is 1 when the run failed.
Command simulate_command();

}  // namespace dsne::tools
