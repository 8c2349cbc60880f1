#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne simulate`: makes a whole run on this machine, like COINSTAC's simulator. The exit code is
/// 1 if the run failed.
Command simulate_command();

}  // namespace dsne::tools
