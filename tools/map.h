#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne map`: makes the frame of sites' summaries, a map on which every site can place its own
/// subjects.
Command map_command();

}  // namespace dsne::tools
