#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne evaluate`: measures maps against the data they show.
Command evaluate_command();

}  // namespace dsne::tools
